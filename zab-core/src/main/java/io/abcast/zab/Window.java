package io.abcast.zab;

/**
 * Counts the bytes of entries in flight. The bytes of an entry are added with the zxid of the entry, and released once
 * all entries up to that zxid have been acked.
 */
final class Window {
    private final LongRing zxids = new LongRing();
    private final LongRing sizes = new LongRing();
    private long bytes;

    void add(long zxid, long size) {
        zxids.add(zxid);
        sizes.add(size);
        bytes += size;
    }

    void release(long zxid) {
        while (!zxids.isEmpty() && zxids.first() <= zxid) {
            bytes -= sizes.first();
            zxids.removeFirst();
            sizes.removeFirst();
        }
        assert bytes >= 0 : bytes;
    }

    long bytes() {
        return bytes;
    }
}

package io.abcast.zab;

/**
 * Counts bytes of entries in flight: sent to a follower and not acked, or proposed and not committed. Callers add the
 * size of each entry with its zxid, and release all entries up to a zxid together.
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

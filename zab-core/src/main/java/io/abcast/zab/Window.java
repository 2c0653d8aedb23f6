package io.abcast.zab;

/**
 * Counts the bytes of the entries that a leader has sent to a follower, or has proposed, and that are not acked or
 * committed. The window adds the bytes of an entry with the entry's zxid, and subtracts them once all entries up to
 * that zxid have been acked or committed.
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

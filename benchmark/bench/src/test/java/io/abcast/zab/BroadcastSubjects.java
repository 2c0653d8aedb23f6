package io.abcast.zab;

import io.abcast.benchmark.micro.Subject;

/**
 * Makes measured subjects for the data structures that Zab uses in phase 3 to count acks and to bound the entries in
 * flight. The class is in this package because these data structures are package-private.
 */
public final class BroadcastSubjects {
    private BroadcastSubjects() {}

    /**
     * Makes a subject that counts acks until a quorum is complete; the acks come from all members, one after another.
     */
    public static Subject quorumTracker(int members) {
        QuorumTracker tracker = new QuorumTracker(members, members / 2 + 1);
        return new Subject() {
            private long zxid;

            @Override
            public int turn() {
                zxid++;
                for (int rank = 0; rank < members; rank++) tracker.ack(rank, zxid);
                if (tracker.evidence() != zxid) throw new AssertionError(tracker.evidence());
                return members;
            }
        };
    }

    /** Makes a subject that passes an entry through a window of proposals that holds {@code depth} entries. */
    public static Subject window(int depth) {
        Window window = new Window();
        for (int i = 1; i <= depth; i++) window.add(i, 1024);
        return new Subject() {
            private long zxid = depth;

            @Override
            public int turn() {
                window.add(++zxid, 1024);
                window.release(zxid - depth);
                if (window.bytes() != 1024L * depth) throw new AssertionError(window.bytes());
                return 1;
            }
        };
    }

    /** Makes a subject that passes an element through a ring buffer that holds {@code depth} elements. */
    public static Subject ring(int depth) {
        LongRing ring = new LongRing();
        for (int i = 0; i < depth; i++) ring.add(i);
        return new Subject() {
            @Override
            public int turn() {
                ring.add(ring.tail());
                if (ring.first() != ring.head()) throw new AssertionError(ring.first());
                ring.removeFirst();
                return 1;
            }
        };
    }
}

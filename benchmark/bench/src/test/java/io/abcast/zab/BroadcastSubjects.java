package io.abcast.zab;

import io.abcast.benchmark.micro.Subject;

/**
 * Subjects for the counters of Zab's phase 3. The class is in this package because the counters are package-private.
 */
public final class BroadcastSubjects {
    private BroadcastSubjects() {}

    /** Counts an ack; the acks come from all members in turn. */
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

    /** Passes an entry through a window that holds {@code depth} entries. */
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

    /** Passes an element through a ring that holds {@code depth} elements. */
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

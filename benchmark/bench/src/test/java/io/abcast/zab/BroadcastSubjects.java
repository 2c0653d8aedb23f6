package io.abcast.zab;

import io.abcast.benchmark.micro.Subject;

/**
 * Measured subjects for the data structures, package-private in this package, with which Zab counts acks and bounds the
 * entries in flight.
 */
public final class BroadcastSubjects {
    private BroadcastSubjects() {}

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

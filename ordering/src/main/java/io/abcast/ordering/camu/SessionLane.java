package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The transactions that a partition knows of one lane (sequence of a session's transactions). A session (one run of a
 * submitting replica) numbers its transactions separately for each set of destinations; each of these sequences is a
 * lane. A transaction that waits for a partition without a quorum therefore blocks only the low-water mark (see {@link
 * #answered}) of its own lane.
 *
 * <p>The high bits of a transaction's number hold the number of its lane, and the low bits hold its place in the lane.
 * The first transaction of a lane has the place 1.
 */
final class SessionLane {
    /** Number of low bits of a transaction's number that hold the place in the lane. */
    static final int PLACE_BITS = 40;

    /** If a session has {@code LANES_MAX} lanes, further sets of destinations share the existing lanes. */
    static final int LANES_MAX = 1 << 12;

    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

    /** Snapshots contain the ordinal of the phase, so the order of the constants must not change. */
    enum Phase {
        /**
         * Phase: this partition has imposed the timestamp of the transaction, and is no destination of the transaction.
         */
        ROUTED,
        /** Phase: this partition is a destination of the transaction, and has not delivered the transaction. */
        PENDING,
        /** Phase: the state machine has received the transaction, and has not returned the result. */
        DELIVERED,
        ANSWERED
    }

    static final class Outcome {
        private Phase phase;
        private long seq;
        private GroupTimestamp at;
        private byte[] result;

        private Outcome(Phase phase) {
            this.phase = phase;
        }

        void delivered(long place, GroupTimestamp timestamp) {
            assert phase == Phase.PENDING : phase;
            phase = Phase.DELIVERED;
            seq = place;
            at = timestamp;
        }

        void answered(byte[] bytes) {
            assert phase == Phase.DELIVERED : phase;
            phase = Phase.ANSWERED;
            result = bytes;
        }

        Phase phase() {
            return phase;
        }

        long seq() {
            return seq;
        }

        GroupTimestamp at() {
            return at;
        }

        /** Returns {@code null} before {@link Phase#ANSWERED}. */
        byte[] result() {
            return result;
        }
    }

    /** Low-water mark: the submitter has the answers of all transactions of the lane up to this number. */
    private long answered;

    private final NumberRing<Outcome> above = new NumberRing<>();

    static long number(int lane, long place) {
        return (long) lane << PLACE_BITS | place;
    }

    static int lane(long number) {
        return (int) (number >>> PLACE_BITS);
    }

    static String describe(long number) {
        return lane(number) + "." + (number & PLACE_MASK);
    }

    boolean isKnown(long number) {
        return number <= answered || above.get(number) != null;
    }

    /** Returns {@code null} if this partition does not know the transaction, or the submitter has all answers. */
    Outcome outcome(long number) {
        return above.get(number);
    }

    Outcome see(CamuTxn txn, boolean destination) {
        advance(txn.answered());
        Outcome outcome = new Outcome(destination ? Phase.PENDING : Phase.ROUTED);
        assert above.get(txn.id().number()) == null : "seen twice: " + txn;
        above.put(txn.id().number(), outcome);
        return outcome;
    }

    private void advance(long mark) {
        if (mark <= answered) return;
        long from = answered + 1;
        answered = mark;
        while (!above.isEmpty() && above.first() <= mark && !isOpen(above.first()))
            above.remove(above.first());
        if (above.isEmpty() || above.first() > mark) return;
        // A pending transaction below the lane's low-water mark stays known, and the other
        // transactions below this mark are removed.
        for (long number = from; number <= mark; number++)
            if (!isOpen(number)) above.remove(number);
    }

    private boolean isOpen(long number) {
        Outcome outcome = above.get(number);
        return outcome != null && outcome.phase == Phase.PENDING;
    }

    void write(WireWriter out, PendingSnapshot.Gaps gaps) {
        out.varint(answered).varint(above.size());
        above.forEach(
                (number, outcome) -> {
                    int phaseAt = out.varint(number).size();
                    out.u8(outcome.phase.ordinal());
                    if (outcome.at != null) out.varint(outcome.seq).varint(outcome.at.clock());
                    if (outcome.phase == Phase.ANSWERED) out.bytes(outcome.result);
                    if (outcome.phase == Phase.DELIVERED)
                        gaps.add(outcome.seq, phaseAt, out.size());
                });
    }

    static SessionLane read(long session, WireReader in) {
        SessionLane lane = new SessionLane();
        lane.answered = in.varint();
        for (int left = in.count(Integer.MAX_VALUE); left > 0; left--) {
            long number = in.varint();
            Outcome outcome = new Outcome(Phase.values()[in.count(Phase.values().length - 1)]);
            if (outcome.phase.compareTo(Phase.DELIVERED) >= 0) {
                outcome.seq = in.varint();
                outcome.at = new GroupTimestamp(in.varint(), session, number);
            }
            if (outcome.phase == Phase.ANSWERED) outcome.result = in.bytes();
            lane.above.put(number, outcome);
        }
        return lane;
    }

    int size() {
        return above.size();
    }
}

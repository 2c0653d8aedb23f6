package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The transactions of one lane that a partition knows. A session numbers its transactions separately for each set
 * of destinations, and each such sequence is a lane. A transaction that waits for a partition without a quorum therefore
 * holds up the low-water mark of its own lane only.
 *
 * <p>A transaction's number holds the lane in its high bits and the place in the lane, which begins at 1, in its low
 * bits.
 */
final class SessionLane {
    /** Number of low bits that hold the place in the lane. */
    static final int PLACE_BITS = 40;

    /** Maximum number of lanes of a session. Further sets of destinations share the lanes. */
    static final int LANES_MAX = 1 << 12;

    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

    /** How far a transaction has come in this partition. The ordinal of a constant is its number in a snapshot. */
    enum Phase {
        /** This partition has imposed the timestamp, and is no destination. */
        ROUTED,
        /** This partition is a destination, and has not delivered the transaction. */
        PENDING,
        /** The state machine has the transaction, and has not returned the result. */
        DELIVERED,
        ANSWERED
    }

    /** One transaction of the lane. */
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

        /** Place in the partition's order; 0 before the delivery. */
        long seq() {
            return seq;
        }

        /** The timestamp; {@code null} before the delivery. */
        GroupTimestamp at() {
            return at;
        }

        /** The result; {@code null} before {@link Phase#ANSWERED}. */
        byte[] result() {
            return result;
        }
    }

    /** The submitter has the answers of all transactions of the lane up to this number. */
    private long answered;

    /** The known transactions above the low-water mark, by number. */
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

    /** Whether the transaction has been seen in this partition, or was answered completely. */
    boolean isKnown(long number) {
        return number <= answered || above.get(number) != null;
    }

    /** Returns the outcome of a transaction; {@code null} if it is unknown, or the submitter has all answers. */
    Outcome outcome(long number) {
        return above.get(number);
    }

    /** Records a new transaction. */
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
        // An open transaction below the mark holds up no other one.
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

    /** Number of known transactions above the low-water mark. */
    int size() {
        return above.size();
    }
}

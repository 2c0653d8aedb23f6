package io.abcast.zab;

import io.abcast.kernel.Entry;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;

/**
 * The settings of a {@link ZabNode}. Immutable; times in nanoseconds, sizes in bytes.
 *
 * @param batching false: one proposal, one ack and one commit per abcast, as EL-Sanosi 2018 counts messages
 * @param bootstrap whether a member without durable state counts as a voter from its first start. Otherwise the first
 *     formation needs all members, because "empty" may mean "forgotten"
 * @param joining whether the ensemble runs already: a server that has entered no epoch waits for a call of a leader and
 *     founds nothing, even if it is listed as a founder. With {@code bootstrap} it votes for the candidate of any
 *     sender that asks it
 * @param payloadBytesMax maximum payload of a request
 * @param pendingMax maximum number of unanswered requests submitted at this member, and at a leader of the requests of
 *     each follower that wait to be proposed; more are refused as busy
 * @param pendingBytesMax maximum payload of the requests that {@code pendingMax} counts; more are refused as busy
 * @param outstandingBytesMax maximum bytes of entries at the leader that are proposed and not committed; more wait
 * @param windowBytesMax maximum bytes of entries sent to one follower and not acked by it; more wait
 * @param proposalBytesMax maximum bytes of entries in one proposal message, which has at least one entry
 * @param cacheBytesMax bytes of entries kept in memory for followers that lag; older entries are read from the log
 * @param snapshotEveryBytes bytes delivered between two snapshots, or half the size of the last snapshot if that is
 *     more
 * @param snapshotChunkBytes size of the chunks in which a follower fetches a snapshot
 * @param voteIntervalNanos interval at which an electing member repeats its vote
 * @param finalizeWaitNanos time for which an electing member collects better votes after a quorum has agreed
 * @param heartbeatNanos interval of the leader's heartbeats
 * @param electionTimeoutNanos time without a message from the leader after which a follower looks for a leader; time
 *     without messages from a quorum after which a leader does
 * @param phaseNanos time without progress after which discovery or synchronisation is given up
 * @param commitWaitNanos maximum time for which the leader delays a commit without a waiting client, to piggyback it on
 *     the next proposal; 0: no delay
 */
public record ZabConfig(
        boolean batching,
        boolean bootstrap,
        boolean joining,
        int payloadBytesMax,
        int pendingMax,
        long pendingBytesMax,
        long outstandingBytesMax,
        long windowBytesMax,
        int proposalBytesMax,
        long cacheBytesMax,
        long snapshotEveryBytes,
        int snapshotChunkBytes,
        long voteIntervalNanos,
        long finalizeWaitNanos,
        long heartbeatNanos,
        long electionTimeoutNanos,
        long phaseNanos,
        long commitWaitNanos) {

    private static final long MILLI = 1_000_000;

    public ZabConfig {
        positive("payloadBytesMax", payloadBytesMax);
        positive("pendingMax", pendingMax);
        positive("pendingBytesMax", pendingBytesMax);
        positive("outstandingBytesMax", outstandingBytesMax);
        positive("windowBytesMax", windowBytesMax);
        positive("proposalBytesMax", proposalBytesMax);
        positive("cacheBytesMax", cacheBytesMax);
        positive("snapshotEveryBytes", snapshotEveryBytes);
        positive("snapshotChunkBytes", snapshotChunkBytes);
        positive("voteIntervalNanos", voteIntervalNanos);
        positive("finalizeWaitNanos", finalizeWaitNanos);
        positive("heartbeatNanos", heartbeatNanos);
        positive("electionTimeoutNanos", electionTimeoutNanos);
        positive("phaseNanos", phaseNanos);
        if (commitWaitNanos < 0)
            throw new IllegalArgumentException(
                    "commitWaitNanos: expected 0 or more, got " + commitWaitNanos);
        if (electionTimeoutNanos < 2 * heartbeatNanos)
            throw new IllegalArgumentException(
                    "electionTimeoutNanos: expected at least two heartbeats ("
                            + 2 * heartbeatNanos
                            + "), got "
                            + electionTimeoutNanos);
    }

    /** Maximum bytes of an entry. */
    long entryBytesMax() {
        return Entry.OVERHEAD_BYTES + (long) payloadBytesMax;
    }

    /**
     * Maximum bytes of one chunk of entries. Without batching each entry has a message of its own, whose header may be
     * twice the size of the entry.
     */
    long proposalBound() {
        return 3 * Math.max(proposalBytesMax, entryBytesMax()) + 64;
    }

    /** The settings of {@code ZAB} without any attribute. */
    public static ZabConfig defaults() {
        return new ZabConfig(
                true,
                false,
                false,
                1 << 20,
                65_536,
                64 << 20,
                16 << 20,
                8 << 20,
                256 << 10,
                8 << 20,
                64 << 20,
                64 << 10,
                100 * MILLI,
                50 * MILLI,
                200 * MILLI,
                1_500 * MILLI,
                5_000 * MILLI,
                2 * MILLI);
    }

    /**
     * Settings so small that a short simulated run reaches every bound: windows, caches, snapshots and timeouts.
     *
     * @param below draws a number in [0, argument)
     */
    public static ZabConfig drawn(LongUnaryOperator below) {
        long heartbeatNanos = (5 + below.applyAsLong(16)) * MILLI;
        return new ZabConfig(
                below.applyAsLong(10) < 7,
                false,
                false,
                4_000,
                (int) pick(below, 10, 100, 1_000),
                pick(below, 5_000, 1 << 20),
                pick(below, 300, 3_000, 1 << 20),
                pick(below, 300, 3_000, 1 << 20),
                (int) pick(below, 100, 1_000, 20_000),
                pick(below, 1, 500, 1 << 20),
                pick(below, 300, 2_000, 20_000),
                (int) pick(below, 50, 500, 20_000),
                (5 + below.applyAsLong(26)) * MILLI,
                (1 + below.applyAsLong(20)) * MILLI,
                heartbeatNanos,
                heartbeatNanos * (3 + below.applyAsLong(8)),
                (50 + below.applyAsLong(351)) * MILLI,
                heartbeatNanos % (3 * MILLI));
    }

    /**
     * Draws the settings of each member, by rank. In one of four ensembles, one member has a lower {@code pendingMax}
     * than the others. As leader it refuses forwarded requests beyond its bound.
     *
     * @param below draws a number in [0, argument)
     */
    public IntFunction<ZabConfig> drawnByRank(LongUnaryOperator below) {
        boolean equal = below.applyAsLong(4) > 0;
        long rank = below.applyAsLong(3);
        ZabConfig few = with(bootstrap, joining, (int) (1 + below.applyAsLong(3)));
        return of -> equal || of != rank ? this : few;
    }

    /** A copy with another {@code joining}. */
    public ZabConfig joining(boolean other) {
        return with(bootstrap, other, pendingMax);
    }

    /** A copy with another {@code bootstrap}. */
    public ZabConfig bootstrap(boolean other) {
        return with(other, joining, pendingMax);
    }

    private ZabConfig with(boolean otherBootstrap, boolean otherJoining, int otherPendingMax) {
        return new ZabConfig(
                batching,
                otherBootstrap,
                otherJoining,
                payloadBytesMax,
                otherPendingMax,
                pendingBytesMax,
                outstandingBytesMax,
                windowBytesMax,
                proposalBytesMax,
                cacheBytesMax,
                snapshotEveryBytes,
                snapshotChunkBytes,
                voteIntervalNanos,
                finalizeWaitNanos,
                heartbeatNanos,
                electionTimeoutNanos,
                phaseNanos,
                commitWaitNanos);
    }

    private static long pick(LongUnaryOperator below, long... choices) {
        return choices[(int) below.applyAsLong(choices.length)];
    }

    private static void positive(String name, long value) {
        if (value <= 0)
            throw new IllegalArgumentException(name + ": expected a positive number, got " + value);
    }
}

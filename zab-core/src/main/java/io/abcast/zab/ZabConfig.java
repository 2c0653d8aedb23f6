package io.abcast.zab;

import io.abcast.kernel.Entry;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;

/**
 * The knobs of a {@link ZabNode}. Immutable; times in nanoseconds, sizes in bytes.
 *
 * @param batching false: one proposal, one ack and one commit per abcast, as EL-Sanosi 2018 counts messages
 * @param bootstrap whether a member without durable state counts as a voter from its first start. Otherwise the first
 *     formation needs all members, because "empty" may mean "forgotten"
 * @param joining whether the ensemble runs already: a server that has entered no epoch yet waits to be called by a leader, also when the
 *     founders are said to include it, and founds nothing. With {@code bootstrap} it votes as whoever asks it
 * @param payloadBytesMax largest payload of a request
 * @param pendingMax requests submitted here and not yet answered; at a leader also the requests of each follower that wait to be
 *     proposed; more are refused as busy
 * @param pendingBytesMax payload of the requests for which {@code pendingMax} is the bound; more are refused as busy
 * @param outstandingBytesMax proposed and not yet committed entries at the leader; more wait
 * @param windowBytesMax entries sent to one follower and not yet acked by it; more wait
 * @param proposalBytesMax entries in one proposal message, at least one entry
 * @param cacheBytesMax entries kept in memory for followers that lag; older ones are read from the log
 * @param snapshotEveryBytes bytes delivered between two snapshots, or half the size of the last one where that is more
 * @param snapshotChunkBytes size of the chunks in which a follower fetches a snapshot
 * @param voteIntervalNanos how often a looking member repeats its vote
 * @param finalizeWaitNanos how long a looking member waits for better votes once a quorum agrees
 * @param heartbeatNanos how often the leader pings
 * @param electionTimeoutNanos how long a follower (the leader) goes on without hearing the leader (a quorum)
 * @param phaseNanos how long discovery and synchronisation may make no progress
 * @param commitWaitNanos how long the leader keeps back a commit for which nobody waits, at most, so that it rides on the next proposal;
 *     0: not at all
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

    /** Bytes of an entry, at most. */
    long entryBytesMax() {
        return Entry.OVERHEAD_BYTES + (long) payloadBytesMax;
    }

    /** Bytes of one chunk of entries, at most. Without batching each entry has a message of its own, whose head may be twice its size. */
    long proposalBound() {
        return 3 * Math.max(proposalBytesMax, entryBytesMax()) + 64;
    }

    /** The settings that {@code ZAB} has without any attribute. */
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
     * Settings so small that a short simulated run meets every bound: windows, caches, snapshots and timeouts.
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
     * The settings of each member, by rank. In one of four ensembles a member lets fewer requests wait than the others: as a leader it
     * refuses what they forward beyond that.
     *
     * @param below draws a number in [0, argument)
     */
    public IntFunction<ZabConfig> drawnByRank(LongUnaryOperator below) {
        boolean equal = below.applyAsLong(4) > 0;
        long rank = below.applyAsLong(3);
        ZabConfig few = with(bootstrap, joining, (int) (1 + below.applyAsLong(3)));
        return of -> equal || of != rank ? this : few;
    }

    /** The same with another {@code joining}. */
    public ZabConfig joining(boolean other) {
        return with(bootstrap, other, pendingMax);
    }

    /** The same with another {@code bootstrap}. */
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

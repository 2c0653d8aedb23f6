package io.abcast.zab;

import io.abcast.kernel.Entry;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;

/**
 * The settings of a {@link ZabNode}. Immutable. Times are in nanoseconds, sizes in bytes.
 *
 * @param batching whether messages may cover several abcasts. If false, each abcast has its own proposal, acks and
 *     commit, as EL-Sanosi 2018 counts messages
 * @param bootstrap whether a member without durable state counts as a voter from its first start. If false, the first
 *     formation needs all members, because a member with an empty storage may have lost its votes
 * @param joining whether the ensemble already runs. If true, a server that has entered no epoch waits for a message
 *     from a leader, and founds no ensemble, even if it is listed as a founder. If {@code bootstrap} is true too, the
 *     server votes for the candidate of any member that asks for its vote.
 * @param payloadBytesMax maximum payload of a request
 * @param pendingMax maximum number of unanswered requests submitted at this member; at a leader, also the maximum
 *     number of requests of each follower that wait to be proposed. At the bound, further requests are refused as busy.
 * @param pendingBytesMax maximum total payload of the requests that {@code pendingMax} counts, in bytes. At the bound,
 *     further requests are refused as busy.
 * @param outstandingBytesMax maximum total size of entries at the leader that are proposed and not committed. At the
 *     bound, further entries wait.
 * @param windowBytesMax maximum total size of entries that were sent to one follower and that the follower has not
 *     acked. At the bound, further entries wait.
 * @param proposalBytesMax maximum total size of entries in one proposal message; a message contains at least one entry,
 *     even if that entry is larger
 * @param cacheBytesMax total size of entries that are kept in memory for followers that lag. Older entries are read
 *     from the log.
 * @param snapshotEveryBytes number of bytes delivered between two snapshots; if half the size of the last snapshot is
 *     more, that size is used
 * @param snapshotChunkBytes size of the chunks in which a follower fetches a snapshot
 * @param voteIntervalNanos interval at which an electing member repeats its vote
 * @param finalizeWaitNanos time for which an electing member collects better votes after a quorum has agreed
 * @param heartbeatNanos interval of the leader's heartbeats
 * @param electionTimeoutNanos time after which a follower without a message from its leader, or a leader without
 *     messages from a quorum, looks for a leader
 * @param phaseNanos time without progress after which a member gives up discovery or synchronisation
 * @param commitWaitNanos maximum time for which the leader delays a commit without a waiting client, to piggyback it on
 *     the next proposal; 0 for no delay
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

    /** Maximum size of an entry in bytes. */
    long entryBytesMax() {
        return Entry.OVERHEAD_BYTES + (long) payloadBytesMax;
    }

    /**
     * Maximum size of one chunk of entries in bytes. If batching is off, each entry has its own message, whose header
     * may be twice the size of the entry.
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
     * Draws random settings for a simulation. The settings are so small that a short run reaches the bounds of windows,
     * caches, snapshots and timeouts.
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
     * than the others. If that member becomes leader, it refuses forwarded requests beyond its lower bound.
     *
     * @param below draws a number in [0, argument)
     */
    public IntFunction<ZabConfig> drawnByRank(LongUnaryOperator below) {
        boolean equal = below.applyAsLong(4) > 0;
        long rank = below.applyAsLong(3);
        ZabConfig few = with(bootstrap, joining, (int) (1 + below.applyAsLong(3)));
        return of -> equal || of != rank ? this : few;
    }

    /** Returns a copy with another value of {@code joining}. */
    public ZabConfig joining(boolean other) {
        return with(bootstrap, other, pendingMax);
    }

    /** Returns a copy with another value of {@code bootstrap}. */
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

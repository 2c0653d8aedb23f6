package io.abcast.zab;

import io.abcast.kernel.Entry;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;

/**
 * The settings of a {@link ZabNode}. A {@code ZabConfig} is immutable. Times are in nanoseconds, and sizes are in
 * bytes.
 *
 * @param batching whether one proposal, ack or commit message may cover several abcasts; if not, each request has its
 *     own messages, as EL-Sanosi 2018 counts them
 * @param bootstrap whether a member with an empty storage counts as a voter at once; if not, it may have lost stored
 *     votes, so the first formation of an ensemble needs all members
 * @param joining whether this server, while it has no epoch, waits for a leader of a running ensemble, and founds no
 *     ensemble; with {@code bootstrap}, it also votes for the candidate of any member that asks
 * @param payloadBytesMax maximum size of the payload of one request
 * @param pendingMax maximum number of unanswered requests that were submitted at this member, and, at a leader, of each
 *     follower's requests that wait to be proposed; further requests are refused with {@code BUSY}
 * @param pendingBytesMax maximum total size of the payloads of the requests that {@code pendingMax} counts; further
 *     requests are refused with {@code BUSY}
 * @param outstandingBytesMax maximum total size of entries that the leader has proposed and that are not committed,
 *     before it stops proposing
 * @param windowBytesMax maximum total size of entries that the leader has sent to one follower and that the follower
 *     has not acked, before it stops sending
 * @param proposalBytesMax maximum total size of entries in one proposal message; a message contains at least one entry,
 *     even if that entry is larger
 * @param cacheBytesMax maximum total size of the durable entries that a member keeps in memory for followers that lag
 * @param snapshotEveryBytes number of bytes of entries that a member delivers between two snapshots; if larger, half
 *     the size of the last snapshot is the interval instead
 * @param snapshotChunkBytes size of the chunks in which a follower fetches a snapshot
 * @param voteIntervalNanos interval at which a member that looks for a leader repeats its vote
 * @param finalizeWaitNanos time for which an electing member still waits for votes for better candidates after a quorum
 *     has agreed on a candidate
 * @param heartbeatNanos interval at which a leader sends heartbeats
 * @param electionTimeoutNanos time without a message of the leader after which a follower begins an election; also the
 *     time without messages of a quorum after which a leader gives up
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

    long entryBytesMax() {
        return Entry.OVERHEAD_BYTES + (long) payloadBytesMax;
    }

    /**
     * Maximum size in bytes of the entries that a leader reads and sends at once; without batching, a message header
     * may be twice as large as a small entry.
     */
    long proposalBound() {
        return 3 * Math.max(proposalBytesMax, entryBytesMax()) + 64;
    }

    /** Returns the default settings of {@code ZAB}, which apply if no attribute is set. */
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
     * Draws random settings of one member for a simulation, with small bounds that short runs reach.
     *
     * @param below source of random numbers, which draws a number in [0, argument)
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
     * Draws random settings for each member of a simulated ensemble, by rank. In one of four ensembles, one member gets
     * a lower {@code pendingMax} than the other members, so that as a leader it must refuse forwarded requests.
     *
     * @param below source of random numbers, which draws a number in [0, argument)
     */
    public IntFunction<ZabConfig> drawnByRank(LongUnaryOperator below) {
        boolean equal = below.applyAsLong(4) > 0;
        long rank = below.applyAsLong(3);
        ZabConfig few = with(bootstrap, joining, (int) (1 + below.applyAsLong(3)));
        return of -> equal || of != rank ? this : few;
    }

    /** Returns a copy of these settings with the given value of {@code joining}. */
    public ZabConfig joining(boolean other) {
        return with(bootstrap, other, pendingMax);
    }

    /** Returns a copy of these settings with the given value of {@code bootstrap}. */
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

package io.abcast.ordering.log;

import java.util.function.LongUnaryOperator;

/**
 * The settings of a {@link LogNode}, which is one member.
 *
 * @param bootstrap whether a member without a history votes at once, because its operator asserts that the member never
 *     had a history
 * @param payloadBytesMax maximum size of a request's payload in bytes; the member refuses requests with larger payloads
 * @param pendingMax maximum number of unanswered requests of this member; the member refuses further requests
 * @param pendingBytesMax maximum bytes of the unanswered requests of this member
 * @param window maximum number of open slots, that is, slots with a proposal that the proposing member does not know to
 *     be decided; the same at every member
 * @param openBytesMax maximum bytes of values that one leader proposes in slots above its applied slots; a single value
 *     is always allowed
 * @param snapshotEveryBytes bytes of entries in the order between two snapshots; the same at every member. If the
 *     application's state is large, snapshots are less frequent, see {@link Snapshots}.
 * @param chunkBytes maximum bytes of a snapshot or of log entries in one message.
 * @param tickNanos interval in ns in which the node checks its timeouts.
 * @param heartbeatNanos interval in ns of a leader's heartbeats.
 * @param electionTimeoutNanos minimum time in ns without a heartbeat before a member starts an election. Each member
 *     adds a random time between 0 and this election timeout
 * @param retryNanos time in ns after which a member sends an unanswered message again
 */
public record LogConfig(
        boolean bootstrap,
        int payloadBytesMax,
        int pendingMax,
        long pendingBytesMax,
        int window,
        long openBytesMax,
        long snapshotEveryBytes,
        int chunkBytes,
        long tickNanos,
        long heartbeatNanos,
        long electionTimeoutNanos,
        long retryNanos) {
    private static final long MILLI = 1_000_000;

    /**
     * Checks that each setting is in its range.
     *
     * @throws IllegalArgumentException if a setting is out of range; the message of the exception has the expected and
     *     the actual value
     */
    public LogConfig {
        atLeast("payload_bytes_max", payloadBytesMax, 1);
        atLeast("pending_max", pendingMax, 1);
        atLeast("pending_bytes_max", pendingBytesMax, 1);
        atLeast("window", window, 1);
        atLeast("open_bytes_max", openBytesMax, 1);
        atLeast("snapshot_every_bytes", snapshotEveryBytes, 1);
        atLeast("snapshot_chunk_bytes", chunkBytes, 1);
        atLeast("tick", tickNanos, 1);
        atLeast("heartbeat_interval", heartbeatNanos, 1);
        atLeast("retry_interval", retryNanos, 1);
        if (electionTimeoutNanos < 2 * heartbeatNanos)
            throw new IllegalArgumentException(
                    "election_timeout: expected at least two heartbeat_intervals ("
                            + 2 * heartbeatNanos
                            + " ns), got "
                            + electionTimeoutNanos
                            + " ns");
    }

    private static void atLeast(String name, long value, long min) {
        if (value < min)
            throw new IllegalArgumentException(
                    name + ": expected at least " + min + ", got " + value);
    }

    public static LogConfig defaults() {
        return new LogConfig(
                false,
                1 << 20,
                65_536,
                64 << 20,
                256,
                4 << 20,
                64 << 20,
                64 << 10,
                20 * MILLI,
                200 * MILLI,
                1_000 * MILLI,
                150 * MILLI);
    }

    /**
     * Draws random settings for a simulated run, with small bounds that short runs reach.
     *
     * @param below returns a random number from 0 to {@code n - 1} for the argument {@code n}
     */
    public static LogConfig drawn(LongUnaryOperator below) {
        long heartbeat = (5 + below.applyAsLong(40)) * MILLI;
        return new LogConfig(
                false,
                new int[] {1 << 20, 3_000}[(int) below.applyAsLong(2)],
                new int[] {10_000, 40}[(int) below.applyAsLong(2)],
                new long[] {1 << 24, 20_000}[(int) below.applyAsLong(2)],
                new int[] {2, 16, 64}[(int) below.applyAsLong(3)],
                new long[] {1 << 20, 5_000}[(int) below.applyAsLong(2)],
                new long[] {1 << 24, 20_000, 4_000}[(int) below.applyAsLong(3)],
                new int[] {1 << 16, 500}[(int) below.applyAsLong(2)],
                heartbeat / 4,
                heartbeat,
                heartbeat * (3 + below.applyAsLong(8)),
                heartbeat * (1 + below.applyAsLong(3)));
    }

    public LogConfig bootstrap(boolean on) {
        return new LogConfig(
                on,
                payloadBytesMax,
                pendingMax,
                pendingBytesMax,
                window,
                openBytesMax,
                snapshotEveryBytes,
                chunkBytes,
                tickNanos,
                heartbeatNanos,
                electionTimeoutNanos,
                retryNanos);
    }

    public LogConfig window(int slots) {
        return sized(slots, snapshotEveryBytes, chunkBytes);
    }

    public LogConfig snapshotEveryBytes(long bytes) {
        return sized(window, bytes, chunkBytes);
    }

    public LogConfig chunkBytes(int bytes) {
        return sized(window, snapshotEveryBytes, bytes);
    }

    /**
     * Returns a copy of these settings with other times in ns: {@code tickNanos}, {@code heartbeatNanos}, {@code
     * electionTimeoutNanos} and {@code retryNanos}.
     */
    public LogConfig times(long tick, long heartbeat, long electionTimeout, long retry) {
        return new LogConfig(
                bootstrap,
                payloadBytesMax,
                pendingMax,
                pendingBytesMax,
                window,
                openBytesMax,
                snapshotEveryBytes,
                chunkBytes,
                tick,
                heartbeat,
                electionTimeout,
                retry);
    }

    public LogConfig electionTimeoutNanos(long nanos) {
        return times(tickNanos, heartbeatNanos, nanos, retryNanos);
    }

    public LogConfig retryNanos(long nanos) {
        return times(tickNanos, heartbeatNanos, electionTimeoutNanos, nanos);
    }

    private LogConfig sized(int slots, long snapshotBytes, int chunk) {
        return new LogConfig(
                bootstrap,
                payloadBytesMax,
                pendingMax,
                pendingBytesMax,
                slots,
                openBytesMax,
                snapshotBytes,
                chunk,
                tickNanos,
                heartbeatNanos,
                electionTimeoutNanos,
                retryNanos);
    }

    /** Lists the settings as text in the order of the record's components. */
    @Override
    public String toString() {
        return "LogConfig[payload "
                + payloadBytesMax
                + ", pending "
                + pendingMax
                + "/"
                + pendingBytesMax
                + "B, window "
                + window
                + "/"
                + openBytesMax
                + "B, snapshot every "
                + snapshotEveryBytes
                + "B in "
                + chunkBytes
                + "B, tick "
                + tickNanos
                + ", heartbeat "
                + heartbeatNanos
                + ", election timeout "
                + electionTimeoutNanos
                + ", retry "
                + retryNanos
                + " ns]";
    }
}

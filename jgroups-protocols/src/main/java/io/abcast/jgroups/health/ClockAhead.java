package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * Warns while the clock of a partition of {@code CAMU} is far ahead of the clock of this server. Such an offset
 * disappears only as real time passes, because the clock of a partition never goes back.
 *
 * <p><b>Thread rule:</b> one thread at a time calls {@link #look}; any thread may call the other methods of {@code
 * ClockAhead}.
 */
public final class ClockAhead {
    private static final long MILLI = 1_000_000;

    private final String partition;
    private final int server;
    private final long limitNanos;
    private final Condition condition;
    private volatile String text = "";

    /**
     * @param server server id of this server
     * @param limitNanos offset in ns above which the warning about the partition's clock is active; 0 disables the
     *     warning
     * @param lines consumer of each log line, on the thread of {@link #look}
     */
    public ClockAhead(String partition, int server, long limitNanos, Consumer<String> lines) {
        this.partition = partition;
        this.server = server;
        this.limitNanos = limitNanos;
        condition = new Condition(lines);
    }

    /**
     * Evaluates the present offset between the partition's clock and the server's clock.
     *
     * @param aheadNanos time in ns by which the clock of the partition is ahead of the clock of this server
     * @param leader server id of the partition's leader; 0 if the leader is unknown
     * @param nowNanos time of the evaluation on the monotonic clock, in ns
     */
    public void look(long aheadNanos, int leader, long nowNanos) {
        if (limitNanos == 0 || aheadNanos <= limitNanos) {
            condition.ended(
                    "the clock of partition " + partition + " is no longer far ahead", nowNanos);
            text = "";
            return;
        }
        condition.holds(
                ("the clock of partition %s is %d s ahead of the clock of server %d (warn_clock_ahead: %d ms; leader:"
                                + " server %d): set the clocks of both servers. Nothing is lost: the partition goes on"
                                + " from the higher clock, and the partitions that share transactions with it follow")
                        .formatted(
                                partition,
                                aheadNanos / 1000 / MILLI,
                                server,
                                limitNanos / MILLI,
                                leader),
                nowNanos);
        text = condition.text();
    }

    /** Returns the text of the active warning about the partition's clock; empty if the warning is not active. */
    public String text() {
        return text;
    }
}

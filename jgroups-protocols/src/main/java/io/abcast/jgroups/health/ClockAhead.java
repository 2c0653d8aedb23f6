package io.abcast.jgroups.health;

import java.util.function.Consumer;

/**
 * Warns while the clock of a partition is far ahead of the clock of this server: then this clock is late, or a server
 * of the partition has had a clock that is ahead. The clock of a partition never goes back.
 *
 * <p><b>Thread rule:</b> one thread at a time calls {@link #look}; any thread may call the other methods.
 */
public final class ClockAhead {
    private static final long MILLI = 1_000_000;

    private final String partition;
    private final int server;
    private final long limitNanos;
    private final Condition condition;
    private volatile String text = "";

    /**
     * @param server id of this server
     * @param limitNanos offset above which the warning is active; 0 disables the warning
     * @param lines receives each log line, on the thread of {@link #look}
     */
    public ClockAhead(String partition, int server, long limitNanos, Consumer<String> lines) {
        this.partition = partition;
        this.server = server;
        this.limitNanos = limitNanos;
        condition = new Condition(lines);
    }

    /**
     * Evaluates an offset.
     *
     * @param aheadNanos time by which the clock of the partition is ahead of the clock of this server
     * @param leader server id of the partition's leader; 0 if it is unknown
     * @param nowNanos the monotonic clock
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

    /** The text of the active warning; empty if it is not active. */
    public String text() {
        return text;
    }
}

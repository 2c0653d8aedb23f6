package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts the messages that this member has refused, by sender and reason, and reports them. At most one line per sender
 * is reported per {@link #LINE_NANOS}. The memory is bounded: one counter for each member and reason.
 *
 * <p>Thread rule: as {@link io.abcast.kernel.Node}.
 */
public final class Refusals {
    /** Minimum time between two report lines about one sender. */
    static final long LINE_NANOS = 10_000_000_000L;

    /** Reason for refusing a message. */
    public enum Reason {
        /** The frame belongs to another era. */
        ERA("of another era"),
        /** A signature in the message is missing or invalid. */
        SIGNATURE("with an invalid signature"),
        /** The sender had sent a message with an invalid signature shortly before. */
        BACK_OFF("within the back-off after an invalid signature"),
        /** The sender has used up its share of the storage or of the answers of this member. */
        BOUND("over the bound of one sender"),
        /** The message answers no question of this member. */
        UNASKED("without a question of this member"),
        /** Only another member, such as the leader, may send this message. */
        SENDER("that only another member may send"),
        /** The content contradicts itself, or violates a rule that every honest member follows. */
        CONTENT("with invalid content");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Membership members;
    private final Consumer<String> report;

    /** By rank of the sender and reason: number of refused messages. */
    private final long[][] counts;

    /** By rank of the sender: number of refusals since the last report line about that sender. */
    private final long[] unreported;

    /** By rank of the sender: time of the last report line about that sender. */
    private final long[] reportedNanos;

    /**
     * Creates the counters.
     *
     * @param report receives the lines to log
     */
    public Refusals(Membership members, Consumer<String> report) {
        this.members = members;
        this.report = report;
        counts = new long[members.size()][Reason.values().length];
        unreported = new long[members.size()];
        reportedNanos = new long[members.size()];
        Arrays.fill(reportedNanos, Long.MIN_VALUE / 2);
    }

    /**
     * Counts a refused message.
     *
     * @param from a member
     * @param kind kind of the message, for the log
     */
    public void count(int from, String kind, Reason reason, long nowNanos) {
        int rank = members.rank(from);
        counts[rank][reason.ordinal()]++;
        unreported[rank]++;
        if (nowNanos - reportedNanos[rank] < LINE_NANOS) return;
        long refused = unreported[rank];
        unreported[rank] = 0;
        reportedNanos[rank] = nowNanos;
        report.accept(
                "refused "
                        + (refused == 1 ? "a message" : refused + " messages")
                        + " of member "
                        + from
                        + ", the last one: "
                        + kind
                        + " "
                        + reason.text);
    }

    /** Number of messages of member {@code from} that were refused for {@code reason}. */
    public long count(int from, Reason reason) {
        return counts[members.rank(from)][reason.ordinal()];
    }

    /**
     * Number of refused messages, by server id of the sender. Senders without refused messages are not in the map,
     * which is unmodifiable.
     */
    public Map<Integer, Long> bySender() {
        TreeMap<Integer, Long> all = new TreeMap<>();
        for (int rank = 0; rank < counts.length; rank++) {
            long sum = 0;
            for (long count : counts[rank]) sum += count;
            if (sum > 0) all.put(members.id(rank), sum);
        }
        return Collections.unmodifiableSortedMap(all);
    }
}

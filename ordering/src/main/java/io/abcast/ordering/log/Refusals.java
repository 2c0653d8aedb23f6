package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts the messages that this member has refused, by sender and reason, and reports them: at most one line per sender and {@link
 * #LINE_NANOS}. Memory: one counter per member and reason.
 *
 * <p>Thread rule: as {@link io.abcast.kernel.Node}.
 */
public final class Refusals {
    /** Minimum time between two report lines about one sender. */
    static final long LINE_NANOS = 10_000_000_000L;

    /** Why a message was refused. */
    public enum Reason {
        /** The frame belongs to another era. */
        ERA("of another era"),
        /** A signature in it is missing or invalid. */
        SIGNATURE("with an invalid signature"),
        /** The sender had sent a message with an invalid signature shortly before. */
        BACK_OFF("within the back-off after an invalid signature"),
        /** The sender has used up its share of what this member stores or answers. */
        BOUND("over the bound of one sender"),
        /** An answer to a question that this member has not asked. */
        UNASKED("that nothing was asked for"),
        /** The sender is not the member that may send it. */
        SENDER("that another member alone may send"),
        /** The content contradicts itself, or a rule that every honest member keeps. */
        CONTENT("with an inadmissible content");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Membership members;
    private final Consumer<String> report;

    /** By rank and reason. */
    private final long[][] counts;

    /** By rank: refused since the last line about that member. */
    private final long[] unreported;

    /** By rank: when the last line about that member was written. */
    private final long[] reportedNanos;

    /** @param report takes a line for the log */
    public Refusals(Membership members, Consumer<String> report) {
        this.members = members;
        this.report = report;
        counts = new long[members.size()][Reason.values().length];
        unreported = new long[members.size()];
        reportedNanos = new long[members.size()];
        Arrays.fill(reportedNanos, Long.MIN_VALUE / 2);
    }

    /**
     * A message was refused.
     *
     * @param from a member
     * @param kind what the message is, for the log
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

    /** How many messages of that member were refused for that reason. */
    public long count(int from, Reason reason) {
        return counts[members.rank(from)][reason.ordinal()];
    }

    /** Messages refused, by server id; only members of which a message was refused. Unmodifiable. */
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

package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.ordering.camu.CamuMessage.Frontier;
import io.abcast.ordering.camu.Unsettled.Delivered;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Decides at a leader when answers may leave under strict consistency. The past of a transaction is the transaction,
 * and, for each transaction in the past, every multi that one of its destinations delivered before it. An answer may
 * leave when every transaction in its past is delivered at all of its destinations.
 *
 * <p>With D = number of partitions - 1, a multi has depth 0 when all of its destinations have delivered it. It has depth
 * d > 0 when, in addition, at each other destination every multi up to it that is not addressed to this partition has
 * depth d - 1. The answers of a place in the partition's order may leave when all multis up to that place have depth D.
 * Partitions tell each other the lowest multis without a depth, the <em>frontiers</em>.
 */
final class StrictGate {
    /** The last report of one other partition, at one place of its log. */
    private static final class Report {
        long term;
        long number;
        GroupTimestamp delivered;
        GroupTimestamp[] frontier = {};
    }

    private final int group;
    private final PartitionState state;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final int depthMax;
    private final Report[] reports;

    /** The frontier sent last to each partition, to detect a change. */
    private final Frontier[] sent;

    private long numbers;

    /** The answers up to this place of the order may leave. */
    private long open;

    private boolean changed = true;
    private long seenSeq = -1;

    StrictGate(PartitionState state, int groups, KnownLeaders leaders, ReplicaMail mail) {
        this.state = state;
        this.leaders = leaders;
        this.mail = mail;
        group = state.group();
        depthMax = Math.max(0, groups - 1);
        reports = new Report[groups];
        sent = new Frontier[groups];
        for (int other = 0; other < groups; other++) reports[other] = new Report();
    }

    /** The answers up to and including this place of the partition's order may leave. */
    long open() {
        return open;
    }

    void onFrontier(int from, int server, Frontier message) {
        Report report = reports[from];
        boolean isNewer =
                message.term() > report.term
                        || (message.term() == report.term && message.number() > report.number);
        if (isNewer) {
            report.term = message.term();
            report.number = message.number();
            report.delivered = message.delivered();
            report.frontier = message.frontier();
            changed = true;
        }
        if (message.asks()) mail.send(from, server, frontier(from, false));
    }

    /** Computes the open place, and tells the other partitions the changes. */
    void flush() {
        if (!changed && seenSeq == state.seq()) return;
        changed = false;
        seenSeq = state.seq();
        long through = state.seq();
        for (Delivered multi : state.unsettled().all()) {
            if (depth(multi) == depthMax) continue;
            through = multi.seq() - 1;
            break;
        }
        open = Math.max(open, through);
        tell(false);
    }

    /** Asks for the frontiers that are missing. */
    void onResendTimer() {
        tell(true);
    }

    private void tell(boolean asks) {
        boolean[] shares = new boolean[sent.length];
        for (Delivered multi : state.unsettled().all())
            for (int other : multi.groups()) shares[other] = true;
        for (int other = 0; other < sent.length; other++) {
            if (other == group || !shares[other]) continue;
            Frontier now = frontier(other, asks);
            if (!asks && sent[other] != null && sent[other].isSame(now)) continue;
            sent[other] = now;
            mail.send(other, leaders.server(other), now);
        }
    }

    /** Returns the depth of a multi, at most {@link #depthMax}; -1 if a destination may not have delivered it. */
    private int depth(Delivered multi) {
        int depth = depthMax;
        for (int other : multi.groups()) {
            if (other == group) continue;
            Report report = reports[other];
            if (report.delivered == null || report.delivered.compareTo(multi.at()) < 0) return -1;
            int reached = 0;
            while (reached < depth && isAbove(report, reached, multi.at())) reached++;
            depth = reached;
        }
        return depth;
    }

    private static boolean isAbove(Report report, int depth, GroupTimestamp at) {
        GroupTimestamp lowest = depth < report.frontier.length ? report.frontier[depth] : null;
        return lowest == null || lowest.clock() > at.clock();
    }

    /** The lowest multis that are not addressed to {@code other} and lack depth 0, 1, and so on. */
    private Frontier frontier(int other, boolean asks) {
        GroupTimestamp[] lowest = new GroupTimestamp[depthMax];
        int missing = depthMax;
        for (Iterator<Delivered> i = state.unsettled().all().iterator();
                i.hasNext() && missing > 0; ) {
            Delivered multi = i.next();
            if (multi.isFor(other)) continue;
            // A multi of depth d lacks all depths above d.
            for (int lacks = depth(multi) + 1; lacks < depthMax; lacks++) {
                if (lowest[lacks] != null) continue;
                lowest[lacks] = multi.at();
                missing--;
            }
        }
        return new Frontier(
                state.term(), ++numbers, state.unsettled().lastFor(other), lowest, asks);
    }

    @Override
    public String toString() {
        return "open through " + open + ", sent " + Arrays.toString(sent);
    }
}

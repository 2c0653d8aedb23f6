package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.ordering.camu.CamuMessage.Frontier;
import io.abcast.ordering.camu.Unsettled.Delivered;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Decides when a partition's leader may send answers to submitters under strict consistency. The past of a transaction
 * contains the transaction itself, and for each transaction T in the past also every multi-partition transaction that a
 * destination of T delivered before T. The leader may answer a transaction when every transaction in its past is
 * delivered at all of its destinations.
 *
 * <p>Let D be the number of partitions minus 1. A multi-partition transaction T has depth 0 when all of its
 * destinations have delivered T. T has depth d > 0 if T has depth 0 and, at each other destination of T, each earlier
 * multi-partition transaction has depth d - 1. Transactions that are addressed to this partition need not have depth d
 * - 1. The leader may send the answers up to a place in the partition's order when all multi-partition transactions up
 * to this place have depth D. Partitions send each other <em>frontiers</em>: for each depth, the lowest transaction
 * that does not have this depth yet.
 */
final class StrictGate {
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

    /**
     * By partition: the frontier that this leader sent to the partition last. The leader sends a new frontier only if
     * the frontier has changed.
     */
    private final Frontier[] sent;

    private long numbers;

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

    /** Returns at most {@link #depthMax}; -1 if a destination may not have delivered the transaction. */
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

    /**
     * By depth from 0: the lowest multi-partition transaction that is not addressed to {@code other} and lacks the
     * depth.
     */
    private Frontier frontier(int other, boolean asks) {
        GroupTimestamp[] lowest = new GroupTimestamp[depthMax];
        int missing = depthMax;
        for (Iterator<Delivered> i = state.unsettled().all().iterator();
                i.hasNext() && missing > 0; ) {
            Delivered multi = i.next();
            if (multi.isFor(other)) continue;
            // A transaction of depth d (see the class comment) does not have any depth above d yet.
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

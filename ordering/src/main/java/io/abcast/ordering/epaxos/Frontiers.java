package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/**
 * Computes which instances a member may drop (delete), and the frontier that it announces. In its heartbeats, a member
 * announces for each origin the number up to which it has executed all instances durably ({@code done}). A heartbeat
 * also announces the member's <em>frontier</em>: for each origin, the minimum of {@code done} over all members that the
 * member reaches. A member may drop its executed instances up to the minimum of the announced frontiers. The <em>drop
 * line</em> of a member has, for each origin, the number up to which the member has dropped all instances.
 *
 * <p>A member normally keeps instances also for an unreachable voter that has not executed them ({@link
 * EpaxosHost#delaysDrop}). If members dropped instances that an unreachable voter lacks, two disconnected voters could
 * lack each other's instances, and neither could install the other's snapshot.
 *
 * <p>Wrong information about reachability can make a member drop instances too early, and so prevent fast commits, but
 * it does not affect safety. Votes and answers to Validate report the drop lines of their senders, and the dependencies
 * of an instance include all instances up to the reported drop lines.
 */
final class Frontiers {
    private final EpaxosHost host;
    private final Membership members;
    private final InstanceTable table;
    private final int own;

    /** By rank of a member: the instances that the member has executed durably, as its last heartbeat announced. */
    private final Prefixes[] done;

    private final Prefixes[] announced;

    Frontiers(EpaxosHost host, InstanceTable table) {
        this.host = host;
        this.table = table;
        members = host.members();
        own = members.rank(host.id());
        done = new Prefixes[members.size()];
        announced = new Prefixes[members.size()];
        for (int r = 0; r < done.length; r++) {
            done[r] = Prefixes.none(members);
            announced[r] = Prefixes.none(members);
        }
    }

    void onDone(Prefixes executed) {
        done[own] = executed;
        announced[own] = frontier();
    }

    void onHeartbeat(int rank, Prefixes executed, Prefixes frontier) {
        done[rank] = executed;
        announced[rank] = frontier;
        announced[own] = frontier();
    }

    Prefixes done() {
        return done[own];
    }

    /** Returns the drop line: for each origin, the number up to which this member has dropped all instances. */
    Prefixes line() {
        return table.dropped();
    }

    Prefixes frontier() {
        return minimum(done);
    }

    /** Returns at least the drop line, because this member cannot list instances that it has dropped (deleted). */
    Prefixes named() {
        return frontier().max(line());
    }

    Prefixes droppable() {
        Prefixes least = minimum(announced).min(done[own]);
        for (int r = 0; r < done.length; r++)
            if (r != own && host.delaysDrop(members.id(r))) least = least.min(done[r]);
        return least;
    }

    private Prefixes minimum(Prefixes[] of) {
        Prefixes least = of[own];
        for (int r = 0; r < of.length; r++)
            if (r != own && host.countsInFrontier(members.id(r))) least = least.min(of[r]);
        return least;
    }
}

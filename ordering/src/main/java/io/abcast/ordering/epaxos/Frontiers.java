package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/**
 * Computes the frontier that a member announces, and the instances that the member may drop (forget). Every member
 * announces the instances that it has executed durably ({@code done}), and its frontier: the minimum of {@code done}
 * over the members that it can reach. The drop line of a member is the minimum of the announced frontiers. A member
 * drops instances up to the drop line that it has executed durably.
 *
 * <p>A member drops no instance that a voter has not executed, even if the voter is unreachable ({@link
 * EpaxosHost#delaysDrop}). If a member dropped instances that an unreachable voter has not executed, two separated
 * voters could each drop instances that the other has not executed. If two voters have dropped instances that the other
 * voter lacks, neither voter can install the other voter's snapshot.
 *
 * <p>The reachability of members affects only how many instances a member drops. A voter and a validator report their
 * drop lines, and the coordinator raises the frontier of the dependencies to the reported drop lines. Wrong information
 * about reachability can therefore cost fast votes, but does not affect safety.
 */
final class Frontiers {
    private final EpaxosHost host;
    private final Membership members;
    private final InstanceTable table;
    private final int own;

    /** By rank: instances that the member has executed durably, as its last heartbeat announced. */
    private final Prefixes[] done;

    /** By rank: the frontier that the member's last heartbeat announced. */
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

    /** Sets the instances that this member has executed durably. */
    void onDone(Prefixes executed) {
        done[own] = executed;
        announced[own] = frontier();
    }

    void onHeartbeat(int rank, Prefixes executed, Prefixes frontier) {
        done[rank] = executed;
        announced[rank] = frontier;
        announced[own] = frontier();
    }

    /** Returns the instances that this member has executed durably. */
    Prefixes done() {
        return done[own];
    }

    /**
     * Returns the drop line: the instances that this member has dropped. Messages of this member contain its drop line.
     */
    Prefixes line() {
        return table.dropped();
    }

    /** Returns, for each origin, the minimum of {@code done} over the reachable members. */
    Prefixes frontier() {
        return minimum(done);
    }

    /**
     * Returns the frontier that this member proposes in a PreAccept. The proposed frontier covers the instances that
     * this member has dropped, because the member has forgotten them.
     */
    Prefixes named() {
        return frontier().max(line());
    }

    /** Returns the instances that this member may drop now. */
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

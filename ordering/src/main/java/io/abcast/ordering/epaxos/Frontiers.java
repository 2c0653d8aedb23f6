package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/**
 * Computes the frontier that a member announces, and the instances that it may drop. Every member announces the
 * instances that it has executed durably ({@code done}), and its frontier: the minimum of {@code done} over the members
 * that it can reach. The drop line is the minimum of the announced frontiers. A member drops instances up to this line
 * and up to its own {@code done}.
 *
 * <p>A member drops no instance that a voter has not executed, even if the voter is unreachable ({@link
 * EpaxosHost#delaysDrop}). Otherwise, of two voters that cannot reach each other, each could drop instances that the
 * other has not executed, and neither could install the other's snapshot.
 *
 * <p>Reachability affects only how much is dropped. A voter and a validator report their drop lines, and the frontier
 * of the dependencies is raised to these lines. So wrong information about reachability can cost fast votes, but does
 * not affect safety.
 */
final class Frontiers {
    private final EpaxosHost host;
    private final Membership members;
    private final InstanceTable table;
    private final int own;

    /** By rank: instances that the member has executed durably, as last announced. */
    private final Prefixes[] done;

    /** By rank: frontier that the member announced last. */
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

    /** The instances that this member has executed durably. */
    Prefixes done() {
        return done[own];
    }

    /** The instances that this member has dropped. Messages contain them as the drop line. */
    Prefixes line() {
        return table.dropped();
    }

    /** The minimum of {@code done} over the reachable members. */
    Prefixes frontier() {
        return minimum(done);
    }

    /**
     * The frontier that this member proposes in a PreAccept. The frontier covers the instances that this member has
     * dropped, because the member has forgotten them.
     */
    Prefixes named() {
        return frontier().max(line());
    }

    /** The instances that this member may drop now. */
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

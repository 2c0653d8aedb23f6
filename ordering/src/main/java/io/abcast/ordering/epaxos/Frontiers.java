package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/**
 * Computes which finished instances a member names and drops. Every member announces the instances that it has executed
 * durably ({@code done}), and its frontier: the minimum of {@code done} over the members that it reaches. The drop line
 * is the minimum of the announced frontiers. A member drops instances up to this line and up to its own {@code done}.
 *
 * <p>A member drops nothing that a voter lacks, reachable or not ({@link EpaxosHost#delaysDrop}). Otherwise two voters
 * that do not reach each other could each drop what the other one lacks, and neither could take the other's snapshot.
 *
 * <p>Reachability affects only how much is dropped. A voter and a validator report their drop lines, and the frontier
 * of the dependencies is raised to these lines. So a wrong view of reachability costs a fast vote, and no safety.
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

    /** The instances that this member has dropped. Messages name them as the drop line. */
    Prefixes line() {
        return table.dropped();
    }

    /** The minimum of {@code done} over the reachable members. */
    Prefixes frontier() {
        return minimum(done);
    }

    /**
     * The frontier that a PreAccept names. This member has forgotten the instances that it has dropped, so the frontier
     * covers them.
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

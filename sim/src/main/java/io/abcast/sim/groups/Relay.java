package io.abcast.sim.groups;

import io.abcast.kernel.Membership;
import io.abcast.sim.check.Checker;
import io.abcast.sim.groups.check.GroupHistory;

/**
 * A checker in one group's ensemble that passes halts, violated contracts and queue overflows to the record of the
 * whole run.
 */
final class Relay extends Checker {
    private final GroupHistory history;
    private final int group;
    private final Membership members;

    Relay(GroupHistory history, int group, Membership members) {
        this.history = history;
        this.group = group;
        this.members = members;
    }

    private int server(int rank) {
        return members.id(Math.max(0, rank));
    }

    @Override
    protected void onHalted(int rank, String reason) {
        history.halted(group, server(rank), reason);
    }

    @Override
    protected void onBreach(int rank, String what) {
        history.breach(group, server(rank), what);
    }

    @Override
    protected void onOverflow(int rank, String queue, long size, long bound) {
        history.overflow(group, server(rank), queue, size, bound);
    }
}

package io.abcast.sim.groups.check;

/**
 * Checks that no replica halts its own process. A failed disk ends the process of a replica, but does not count as a
 * halt by the replica.
 */
final class GroupHalts extends GroupChecker {
    GroupHalts() {
        super("NoHalt");
    }

    @Override
    protected void onHalted(GroupReplica replica, String reason) {
        violated(replica + " halted: " + reason);
    }
}

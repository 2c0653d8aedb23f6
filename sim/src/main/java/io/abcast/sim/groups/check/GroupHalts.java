package io.abcast.sim.groups.check;

/** Checks that no replica halts its own process. The end of a process after a disk failure is allowed. */
final class GroupHalts extends GroupChecker {
    GroupHalts() {
        super("NoHalt");
    }

    @Override
    protected void onHalted(GroupReplica replica, String reason) {
        violated(replica + " halted: " + reason);
    }
}

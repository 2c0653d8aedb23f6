package io.abcast.sim.groups.check;

/** Checks that no queue of a node, its driver or its storage exceeds its declared bound. */
final class GroupQueues extends GroupChecker {
    GroupQueues() {
        super("BoundedQueues");
    }

    @Override
    protected void onOverflow(GroupReplica replica, String queue, long size, long bound) {
        violated(replica + ", " + queue + ": " + size + ", the bound is " + bound);
    }
}

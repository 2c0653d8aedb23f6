package io.abcast.sim.groups.check;

/**
 * Checks that no queue of a node, of its driver or of its storage exceeds the length bound that is declared for this
 * queue.
 */
final class GroupQueues extends GroupChecker {
    GroupQueues() {
        super("BoundedQueues");
    }

    @Override
    protected void onOverflow(GroupReplica replica, String queue, long size, long bound) {
        violated(replica + ", " + queue + ": " + size + ", the bound is " + bound);
    }
}

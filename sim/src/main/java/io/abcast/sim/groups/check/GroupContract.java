package io.abcast.sim.groups.check;

/**
 * Checks that nodes and codecs keep the contract of {@link io.abcast.kernel.GroupNode} and {@link
 * io.abcast.kernel.GroupEffects}.
 */
final class GroupContract extends GroupChecker {
    GroupContract() {
        super("Contract");
    }

    @Override
    protected void onBreach(GroupReplica replica, String what) {
        violated(replica + ": " + what);
    }
}

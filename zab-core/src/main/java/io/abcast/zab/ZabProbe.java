package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Zxid;
import java.util.Map;

/**
 * Gives drivers the state of a node that runs any protocol of the Zab family. Unlike {@link ZabNode#status}, this probe
 * allocates nothing, so checkers can use it after each batch of events.
 */
public record ZabProbe(ZabNode node) implements Probe {
    @Override
    public boolean leads() {
        ServerRole role = node.core().role();
        return role.name() == Role.LEADING && role.isActive();
    }

    @Override
    public boolean active() {
        return node.core().role().isActive();
    }

    @Override
    public int epoch() {
        return node.core().epochs().currentEpoch();
    }

    @Override
    public boolean voter() {
        return node.core().epochs().voter();
    }

    /**
     * Returns the minimum number of members that log an entry before it is delivered, constant during an epoch: a
     * quorum, or one less if the acks of f followers suffice.
     */
    @Override
    public int holdersMin() {
        int quorum = node.core().members.quorum();
        return node.core().epochs().rule() == DeliveryRule.ON_FOLLOWERS ? quorum - 1 : quorum;
    }

    @Override
    public int excludedLeader() {
        EpochState epochs = node.core().epochs();
        return epochs.rule() == DeliveryRule.ON_FOLLOWERS ? epochs.leader() : 0;
    }

    @Override
    public Membership ensemble() {
        return node.core().members;
    }

    @Override
    public Map<Integer, Long> lackedByFollowers() {
        return node.status().lackedByFollowers();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        node.core().visitQueues(to);
    }

    @Override
    public ZabPhase phase() {
        return node.core().role().phase();
    }

    @Override
    public String line() {
        ZabStatus status = node.status();
        return String.format(
                "%s of %d, epoch %d (promised %d)%s, log %s, durable %s, committed %s%s",
                phase(),
                status.leader(),
                status.currentEpoch(),
                status.acceptedEpoch(),
                status.voter() ? "" : ", no voter",
                Zxid.toString(status.lastZxid()),
                Zxid.toString(status.durableZxid()),
                Zxid.toString(status.committedZxid()),
                status.pendingChange().isEmpty() ? "" : " (" + status.pendingChange() + ")");
    }
}

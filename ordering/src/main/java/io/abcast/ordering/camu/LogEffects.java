package io.abcast.ordering.camu;

import io.abcast.kernel.Digest;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;

/**
 * Receives the effects of a partition's log node, which replicates the partition's log. Deliveries, snapshots,
 * memberships, reads and refusals go on to the partition's node; all other effects go on to the driver.
 */
final class LogEffects extends EffectsFilter {
    private PartitionNode node;
    private final GroupEffects effects;
    private final int firstKind;

    /** @param firstKind number that the driver uses for timer kind 0 of the log node */
    LogEffects(GroupEffects effects, int firstKind) {
        super(effects);
        this.effects = effects;
        this.firstKind = firstKind;
    }

    /** The caller must call {@code connect} before the log node calls the first effect. */
    void connect(PartitionNode partition) {
        node = partition;
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!entry.isMembership()) node.apply(entry);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        node.takeSnapshot(zxid, note, digested);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        node.installing();
        super.installSnapshot(snapshot, note, content);
    }

    @Override
    public void reconfigured(long request, boolean mine, Membership now) {
        super.reconfigured(request, mine, now);
        node.reconfigured(now);
    }

    @Override
    public void readReady(long read) {
        node.readReady(read);
    }

    @Override
    public void refuse(long request, Refusal why) {
        node.refused(request, why);
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        effects.setTimer(firstKind + kind, delayNanos);
    }

    @Override
    public void cancelTimer(int kind) {
        effects.cancelTimer(firstKind + kind);
    }
}

package io.abcast.ordering.camu;

import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Refusal;
import java.util.ArrayDeque;

/**
 * The effects of a partition's log node. Deliveries go to the partition's node; everything else goes to the driver. A
 * snapshot waits until the results of all deliveries are known, and what follows the snapshot waits behind it.
 */
final class LogEffects extends EffectsFilter {
    private PartitionNode node;
    private final GroupEffects effects;
    private final int firstKind;

    /** Effects that wait for results, in order. The log node bounds its deliveries. */
    private final ArrayDeque<Runnable> held = new ArrayDeque<>();

    /** @param firstKind the driver's kind of the log node's timer 0 */
    LogEffects(GroupEffects effects, int firstKind) {
        super(effects);
        this.effects = effects;
        this.firstKind = firstKind;
    }

    /** Sets the node, which receives the deliveries. Called before the first effect. */
    void connect(PartitionNode partition) {
        node = partition;
    }

    /** Drops the waiting effects, because the whole state is replaced. */
    void clear() {
        held.clear();
    }

    /** Continues once the results are known. */
    void resume() {
        while (!held.isEmpty() && node.isAnswered()) held.poll().run();
    }

    private void inOrder(Runnable effect) {
        if (held.isEmpty()) effect.run();
        else held.add(effect);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (!entry.isMembership()) inOrder(() -> node.apply(entry));
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        Runnable take = () -> effects.takeSnapshot(zxid, note, digested, node.encodeState());
        if (held.isEmpty() && node.isAnswered()) take.run();
        else held.add(take);
    }

    @Override
    public void readReady(long read) {
        inOrder(() -> node.readReady(read));
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

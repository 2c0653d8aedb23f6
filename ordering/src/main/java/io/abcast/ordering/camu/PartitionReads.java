package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.SettleAsk;
import java.util.ArrayDeque;

/**
 * Keeps the linearizable reads that the log node has confirmed and this replica has not answered. A read waits until
 * this replica has applied the log payloads before the read; in fast mode, a payload may wait for verdicts about its
 * stream items. Under strict consistency, a read also waits until the deliveries before the read are settled, that is,
 * until {@link StrictGate} permits the answers to their transactions. Only the partition's leader knows which
 * deliveries are settled, that is, which transactions may be answered.
 */
final class PartitionReads {
    /**
     * A read that waits for {@code place} applied log payloads or, in the queue {@link PartitionReads#unsettled}, for
     * {@code place} settled deliveries.
     */
    private record Waiting(long place, long read) {}

    private final int group;
    private final boolean strict;
    private final GroupEffects effects;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    // The queues of waiting reads need no bound, because the driver bounds the number of reads in
    // flight.
    private final ArrayDeque<Waiting> unapplied = new ArrayDeque<>();
    private final ArrayDeque<Waiting> unsettled = new ArrayDeque<>();

    PartitionReads(
            int group,
            boolean strict,
            GroupEffects effects,
            KnownLeaders leaders,
            ReplicaMail mail) {
        this.group = group;
        this.strict = strict;
        this.effects = effects;
        this.leaders = leaders;
        this.mail = mail;
    }

    void ready(long read, long offered) {
        unapplied.add(new Waiting(offered, read));
    }

    void applied(long applied, PartitionState state, boolean leads) {
        while (!unapplied.isEmpty() && unapplied.peek().place <= applied) {
            long read = unapplied.poll().read;
            // Under strict consistency, the driver must read the state now and answer later,
            // because the state may advance before the answer is permitted.
            if (strict) effects.readTaken(read);
            if (!strict || (unsettled.isEmpty() && state.unsettled().isEmpty())) {
                effects.readReady(read);
                continue;
            }
            unsettled.add(new Waiting(state.seq(), read));
            if (!leads) ask();
        }
    }

    void settled(long seq) {
        while (!unsettled.isEmpty() && unsettled.peek().place <= seq)
            effects.readReady(unsettled.poll().read);
    }

    void ask() {
        if (unsettled.isEmpty() || mail.isOwn(group, leaders.server(group))) return;
        mail.send(group, leaders.server(group), new SettleAsk(unsettled.peekLast().place));
    }

    boolean isEmpty() {
        return unapplied.isEmpty() && unsettled.isEmpty();
    }
}

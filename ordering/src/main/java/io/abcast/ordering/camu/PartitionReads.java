package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.SettleAsk;
import java.util.ArrayDeque;

/**
 * The linearizable reads that the log node has confirmed and this replica has not answered. A read waits until the log
 * payloads before the read are applied; in fast mode, a payload may wait for verdicts about its stream items. Under
 * strict consistency, a read also waits until the deliveries before the read are settled, as a single-partition
 * transaction would. The leader of the partition knows which deliveries are settled, so that their answers may leave.
 */
final class PartitionReads {
    /**
     * A read that waits until {@code place} log payloads are applied, or until {@code place} deliveries are settled.
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

    /**
     * Called when the log node confirms that the state after {@code offered} payloads of the log may answer the read
     * {@code read}.
     */
    void ready(long read, long offered) {
        unapplied.add(new Waiting(offered, read));
    }

    /**
     * Releases the reads for which this replica has applied enough log payloads.
     *
     * @param applied number of log payloads that this replica has applied
     * @param leads whether this replica leads the partition
     */
    void applied(long applied, PartitionState state, boolean leads) {
        while (!unapplied.isEmpty() && unapplied.peek().place <= applied) {
            long read = unapplied.poll().read;
            // Under strict consistency, a read takes the present state now, because the state may
            // advance before the driver answers the read.
            if (strict) effects.readTaken(read);
            if (!strict || (unsettled.isEmpty() && state.unsettled().isEmpty())) {
                effects.readReady(read);
                continue;
            }
            unsettled.add(new Waiting(state.seq(), read));
            if (!leads) ask();
        }
    }

    /** Releases the reads that wait for settled deliveries: all deliveries up to {@code seq} are now settled. */
    void settled(long seq) {
        while (!unsettled.isEmpty() && unsettled.peek().place <= seq)
            effects.readReady(unsettled.poll().read);
    }

    /** Asks the partition's leader up to which place of the order the deliveries are settled. */
    void ask() {
        if (unsettled.isEmpty() || mail.isOwn(group, leaders.server(group))) return;
        mail.send(group, leaders.server(group), new SettleAsk(unsettled.peekLast().place));
    }

    boolean isEmpty() {
        return unapplied.isEmpty() && unsettled.isEmpty();
    }
}

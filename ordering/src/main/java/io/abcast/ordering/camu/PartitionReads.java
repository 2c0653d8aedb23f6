package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.SettleAsk;
import java.util.ArrayDeque;

/**
 * The linearizable reads that the log node has confirmed. A read waits until the payloads before it are applied, which in
 * fast mode takes verdicts. Under strict consistency it also waits until the deliveries before it are settled, as a
 * transaction with one destination would; the leader of the partition knows what is settled.
 */
final class PartitionReads {
    /** A read that waits for a number of payloads, or of settled deliveries. */
    private record Waiting(long place, long read) {}

    private final int group;
    private final boolean strict;
    private final GroupEffects effects;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    // The driver bounds its reads.
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

    /** The state after {@code offered} payloads of the log may answer the read. */
    void ready(long read, long offered) {
        unapplied.add(new Waiting(offered, read));
    }

    /**
     * Releases the reads whose payloads are applied.
     *
     * @param applied number of applied payloads
     * @param leads whether this replica leads the partition
     */
    void applied(long applied, PartitionState state, boolean leads) {
        while (!unapplied.isEmpty() && unapplied.peek().place <= applied) {
            long read = unapplied.poll().read;
            // The state may advance before the driver answers, so a strict read is always taken
            // here.
            if (strict) effects.readTaken(read);
            if (!strict || (unsettled.isEmpty() && state.unsettled().isEmpty())) {
                effects.readReady(read);
                continue;
            }
            unsettled.add(new Waiting(state.seq(), read));
            if (!leads) ask();
        }
    }

    /** All deliveries up to {@code seq} are settled. */
    void settled(long seq) {
        while (!unsettled.isEmpty() && unsettled.peek().place <= seq)
            effects.readReady(unsettled.poll().read);
    }

    /** Asks the leader what is settled. */
    void ask() {
        if (unsettled.isEmpty() || mail.isOwn(group, leaders.server(group))) return;
        mail.send(group, leaders.server(group), new SettleAsk(unsettled.peekLast().place));
    }

    boolean isEmpty() {
        return unapplied.isEmpty() && unsettled.isEmpty();
    }
}

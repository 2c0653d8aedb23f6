package io.abcast.papers.camu;

import io.abcast.papers.camu.PartnerSkew.Choice;
import io.abcast.papers.camu.arena.OperationSource;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.sim.Rng;
import java.util.Arrays;

/**
 * The simulated clients of all partitions, which create the operations of a run. A partition that asks its clients for
 * an operation gets one without delay. Each partition has its own random generators, so that all compared systems order
 * the same operations.
 */
final class CamuLoadSource implements OperationSource {
    private final CamuLoad load;
    private final Choice[] choices;
    private final Rng[] generators;
    private final long[] taken;
    private final long endNanos;

    /**
     * @param partners for each partition, the partitions that use Periodic Broadcast with it in CaMu, ascending
     * @param endNanos virtual time in ns at which the clients stop to create operations
     */
    CamuLoadSource(CamuLoad load, PartnerSkew skew, int[][] partners, long endNanos, long seed) {
        this.load = load;
        this.endNanos = endNanos;
        int partitions = partners.length;
        choices = new Choice[partitions];
        generators = new Rng[partitions];
        taken = new long[partitions];
        Rng random = new Rng(seed);
        for (int i = 0; i < partitions; i++) {
            choices[i] = skew.of(i, partitions, partners[i], random.split());
            generators[i] = random.split();
        }
    }

    @Override
    public PartitionOperation next(int partition, long now) {
        if (now >= endNanos) return null;
        Rng random = generators[partition];
        int kind = load.nextKind(random);
        int remote = load.nextRemote(kind, random);
        int[] destinations = {partition};
        if (remote > 0) {
            int[] chosen = choices[partition].choose(remote, random);
            destinations = Arrays.copyOf(chosen, chosen.length + 1);
            destinations[chosen.length] = partition;
            Arrays.sort(destinations);
        }
        long id = 1 + partition + choices.length * taken[partition]++;
        return new PartitionOperation(id, partition, destinations, kind);
    }
}

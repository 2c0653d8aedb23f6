package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;
import io.abcast.log.StorageLimits;
import java.util.Arrays;
import java.util.Set;

/** Draws the {@link ClusterModel} of a run. */
final class World {
    private static final long MILLI = 1_000_000;

    private static final int SPARES_MAX = 3;

    private World() {}

    static ClusterModel draw(
            Rng random,
            Durability durability,
            FuzzSettings settings,
            boolean changing,
            MessageCodec<?> codec) {
        Set<Fault> faults = settings.faults();
        NetworkModel network =
                new NetworkModel(
                        random.between(20_000, 500_000),
                        random.pick(10_000L, 100_000L, 1_000_000L),
                        random.pick(0L, 10_000_000L, 125_000_000L),
                        random.pick(0L, 5_000L, 50_000L),
                        random.pick(0.0, 1.0, 20.0),
                        faults.contains(Fault.LOSS) ? random.pick(0.0, 0.001, 0.01) : 0,
                        faults.contains(Fault.DUP) && random.chance(0.7));
        long syncMin = random.pick(10_000L, 100_000L, 1_000_000L);
        boolean synced = durability == Durability.FSYNC;
        DiskModel disk =
                new DiskModel(
                        durability,
                        limits(random),
                        syncMin,
                        syncMin * random.between(1, 20),
                        random.pick(10_000L, 300_000L, 3_000_000L),
                        random.pick(100_000L, 5_000_000L, 50_000_000L),
                        synced && faults.contains(Fault.TAIL),
                        synced && faults.contains(Fault.TORN),
                        faults.contains(Fault.SNAPSHOT) ? random.pick(0.0, 0.1, 0.3) : 0,
                        settings.lie());
        ClusterModel.Hints hints =
                faults.contains(Fault.HINTS)
                        ? random.pick(ClusterModel.Hints.values())
                        : ClusterModel.Hints.ACCURATE;
        int spares = changing ? 1 + random.below(SPARES_MAX) : 0;
        return new ClusterModel(
                ids(random, settings.nodes(), spares),
                network,
                disk,
                codec,
                hints,
                random.pick(1, 4, 1_000),
                faults.contains(Fault.CLOCK) && random.chance(0.3),
                faults.contains(Fault.PAUSE) ? random.pick(0L, MILLI, 10 * MILLI) : 0,
                random.pick(0, 100, 5_000),
                random.pick(1_000, 60_000, 60_000) * MILLI,
                faults.contains(Fault.LOSS)
                        ? random.pick(
                                2_000L, ClusterModel.INBOX_BYTES_MAX, ClusterModel.INBOX_BYTES_MAX)
                        : ClusterModel.INBOX_BYTES_MAX,
                faults.contains(Fault.SNAPSHOT) && random.chance(0.5),
                // A member with an old frame version does not support changes of the ensemble.
                changing || !random.chance(0.2) ? 0 : settings.subject().oldWireVersion());
    }

    private static StorageLimits limits(Rng random) {
        return new StorageLimits(
                random.pick(1_000L, 16_000L, 256_000L),
                random.pick(4_000L, 1L << 20, 64L << 20),
                random.pick(0, 4_096));
    }

    private static Membership ids(Rng random, int nodes, int spares) {
        int[] ids = new int[nodes + spares];
        int last = 0;
        boolean gaps = random.chance(0.2);
        for (int i = 0; i < ids.length; i++) {
            last += gaps ? 1 + random.below(1_000) : 1;
            ids[i] = last;
        }
        // Spare servers get random ids, because ids affect elections: among members with equal
        // histories, the member with the highest id becomes leader.
        int[] voters = ids.clone();
        int[] beside = new int[spares];
        for (int i = 0; i < spares; i++) {
            int at = random.below(voters.length);
            beside[i] = voters[at];
            voters[at] = voters[voters.length - 1];
            voters = Arrays.copyOf(voters, voters.length - 1);
        }
        return Membership.of(voters, beside);
    }
}

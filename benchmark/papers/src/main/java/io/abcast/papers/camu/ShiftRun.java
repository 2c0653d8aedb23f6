package io.abcast.papers.camu;

import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.OperationSource;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SiteDelays;
import io.abcast.sim.Rng;
import java.util.HashMap;
import java.util.Map;

/**
 * A run of CAMU in the WAN in which the partners of all partitions change once. The first half of the partitions submit
 * transactions with two partitions (multis). The destinations of each transaction with two partitions are the
 * submitting partition and its partner, a partition of the second half. The partitions of the second half submit only
 * transactions with one partition (singles).
 */
record ShiftRun(Links links) {
    enum Links {
        AUTO("auto"),
        PARTNERS("static, to the later partners"),
        OFF("static, off");

        private final String title;

        Links(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /**
     * Measurements that begin five virtual seconds after the change of partners.
     *
     * @param multiMean mean latency in ms of transactions with two partitions.
     * @param everywhereMean mean time in ms from the batch that takes a transaction with two partitions to its last
     *     delivery.
     * @param switches number of links that CAMU opened or closed in the measured time
     */
    record Outcome(double multiMean, double everywhereMean, double switches) {}

    private static final long SECOND = 1_000_000_000L;
    private static final long CHANGE_NANOS = 10 * SECOND;
    private static final long ADAPTED_NANOS = CHANGE_NANOS + 5 * SECOND;
    private static final long END_NANOS = ADAPTED_NANOS + 10 * SECOND;
    private static final long INTERVAL_NANOS = 20_000_000;
    private static final int[] DISTANCES = {3, 10};

    private static final double MULTI_SHARE = 0.5;
    private static final double MILLIS = 1e-6;

    Outcome measure(long messageNanos, long seed) {
        SiteDelays delays = GridSites.wan();
        int partitions = delays.partitions();
        Rng random = new Rng(seed);
        OperationMeter meter = new OperationMeter(ADAPTED_NANOS, 1);
        PartitionMap map = CamuNodes.map(partitions, 1);
        Map<Long, PartitionOperation> operations = new HashMap<>();
        CamuMachine[] machines = new CamuMachine[partitions];
        long nodeSeed = random.nextLong();
        PartitionArena arena =
                new PartitionArena(
                        delays,
                        messageNanos,
                        new Source(partitions, random.split()),
                        meter,
                        (self, context) -> {
                            machines[self] =
                                    new CamuMachine(
                                            self,
                                            map,
                                            CamuConfig.DEFAULT,
                                            nodeSeed + self,
                                            INTERVAL_NANOS,
                                            open(self, partitions),
                                            context,
                                            operations);
                            if (links == Links.AUTO) machines[self].steerItself();
                            return machines[self];
                        });
        // All partitions start at random times within the delay of one message.
        for (int i = 0; i < partitions; i++) arena.start(i, random.between(0, GridSites.LAN_NANOS));
        int[] before = new int[1];
        arena.at(ADAPTED_NANOS, () -> before[0] = switches(machines));
        if (!arena.runToEnd(END_NANOS, 2 * END_NANOS))
            throw new IllegalStateException(this + ": operations did not finish");
        return new Outcome(
                mean(meter.multiLatencies()),
                mean(meter.completions()),
                switches(machines) - before[0]);
    }

    private static int switches(CamuMachine[] machines) {
        int sum = 0;
        for (CamuMachine each : machines) sum += each.switches();
        return sum;
    }

    private static double mean(long[] nanos) {
        double sum = 0;
        for (long each : nanos) sum += each;
        return MILLIS * sum / nanos.length;
    }

    private int[] open(int self, int partitions) {
        boolean isOpen = links == Links.PARTNERS && self < partitions / 2;
        return isOpen ? new int[] {partner(self, partitions, 1)} : new int[0];
    }

    private static int partner(int self, int partitions, int phase) {
        int half = partitions / 2;
        return half + (self + DISTANCES[phase]) % (partitions - half);
    }

    private static final class Source implements OperationSource {
        private final int partitions;
        private final Rng random;
        private long ids;

        Source(int partitions, Rng random) {
            this.partitions = partitions;
            this.random = random;
        }

        @Override
        public PartitionOperation next(int self, long now) {
            if (now >= END_NANOS) return null;
            int[] groups = {self};
            if (self < partitions / 2 && random.chance(MULTI_SHARE))
                groups = new int[] {self, partner(self, partitions, now < CHANGE_NANOS ? 0 : 1)};
            return new PartitionOperation(++ids, self, groups, 0);
        }
    }

    @Override
    public String toString() {
        return "CAMU with changing partners, links " + links;
    }
}

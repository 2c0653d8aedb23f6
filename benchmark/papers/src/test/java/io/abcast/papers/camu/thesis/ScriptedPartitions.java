package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.MachineFactory;
import io.abcast.papers.camu.arena.OperationMeter;
import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SiteDelays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Partitions whose links, message delays and operations a test defines. All partitions of a script begin at virtual
 * time 0, and messages need no processor time.
 */
final class ScriptedPartitions {
    static final long MILLI = 1_000_000;

    private record Scripted(PartitionOperation operation, long atNanos) {}

    private final long[][] delays;
    private final List<List<Integer>> partners = new ArrayList<>();
    private final List<Scripted> script = new ArrayList<>();
    private final Map<Long, Long> lastDelivery = new HashMap<>();
    final DeliveryOrders orders;
    final HybridMachine[] machines;

    ScriptedPartitions(int partitions, long oneWayNanos) {
        delays = new long[partitions][partitions];
        for (long[] row : delays) Arrays.fill(row, oneWayNanos);
        for (int i = 0; i < partitions; i++) partners.add(new ArrayList<>());
        orders = new DeliveryOrders(partitions);
        machines = new HybridMachine[partitions];
    }

    ScriptedPartitions delay(int from, int to, long nanos) {
        delays[from][to] = nanos;
        return this;
    }

    ScriptedPartitions periodic(int one, int other) {
        partners.get(one).add(other);
        partners.get(other).add(one);
        return this;
    }

    ScriptedPartitions operation(long id, long atNanos, int... destinations) {
        int origin = destinations[0];
        Arrays.sort(destinations);
        script.add(new Scripted(new PartitionOperation(id, origin, destinations, 0), atNanos));
        return this;
    }

    long lastDelivery(long id) {
        return lastDelivery.get(id);
    }

    PartitionArena hybrids(ThesisOptions options) {
        return arena(
                (self, context) ->
                        machines[self] =
                                new HybridMachine(
                                        self,
                                        delays.length,
                                        0,
                                        0,
                                        partners.get(self).stream()
                                                .mapToInt(i -> i)
                                                .sorted()
                                                .toArray(),
                                        options,
                                        context));
    }

    PartitionArena genuine(ThesisOptions options, long... clocks) {
        return arena(
                (self, context) ->
                        new ToMulticastMachine(
                                self, delays.length, clocks[self], options, context));
    }

    private PartitionArena arena(MachineFactory factory) {
        PartitionArena arena =
                new PartitionArena(
                        SiteDelays.each(delays), 0, this::next, new OperationMeter(0, 1), factory);
        arena.observe(
                (partition, operation, now) -> {
                    orders.delivered(partition, operation, now);
                    lastDelivery.put(operation.id(), now);
                });
        for (int i = 0; i < delays.length; i++) arena.start(i, 0);
        return arena;
    }

    private PartitionOperation next(int partition, long now) {
        for (Scripted each : script) {
            if (each.operation.origin() != partition || each.atNanos > now) continue;
            script.remove(each);
            return each.operation;
        }
        return null;
    }
}

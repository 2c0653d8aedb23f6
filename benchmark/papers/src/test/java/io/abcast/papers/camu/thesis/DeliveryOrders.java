package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionArena;
import io.abcast.papers.camu.arena.PartitionOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the order of deliveries in each partition, and checks that the union of all orders has no cycle. A comparison
 * of the orders in pairs of partitions is not enough: the orders a c, b a and c b in three partitions make a cycle.
 */
final class DeliveryOrders implements PartitionArena.Observer {
    private final List<List<PartitionOperation>> orders = new ArrayList<>();

    DeliveryOrders(int partitions) {
        for (int i = 0; i < partitions; i++) orders.add(new ArrayList<>());
    }

    @Override
    public void delivered(int partition, PartitionOperation operation, long now) {
        if (!operation.isSingle()) orders.get(partition).add(operation);
    }

    List<Long> of(int partition) {
        return orders.get(partition).stream().map(PartitionOperation::id).toList();
    }

    boolean isAcyclic() {
        Map<Long, List<Long>> successors = new HashMap<>();
        Map<Long, Integer> predecessors = new HashMap<>();
        for (List<PartitionOperation> order : orders) {
            for (PartitionOperation each : order) predecessors.putIfAbsent(each.id(), 0);
            for (int i = 1; i < order.size(); i++) {
                successors
                        .computeIfAbsent(order.get(i - 1).id(), id -> new ArrayList<>())
                        .add(order.get(i).id());
                predecessors.merge(order.get(i).id(), 1, Integer::sum);
            }
        }
        ArrayDeque<Long> free = new ArrayDeque<>();
        predecessors.forEach(
                (id, count) -> {
                    if (count == 0) free.add(id);
                });
        int removed = 0;
        while (!free.isEmpty()) {
            removed++;
            for (long next : successors.getOrDefault(free.remove(), List.of()))
                if (predecessors.merge(next, -1, Integer::sum) == 0) free.add(next);
        }
        return removed == predecessors.size();
    }
}

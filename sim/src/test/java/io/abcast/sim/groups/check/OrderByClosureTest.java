package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the checkers' searches for cycles with the definitions of order, on small random histories. */
class OrderByClosureTest {
    private static final int HISTORIES = 20_000;

    private static final class Item {
        final int id;
        final int[] groups;
        final boolean isRead;

        int seen;

        int submitted;

        int answered;

        Item(int id, int[] groups, boolean isRead) {
            this.id = id;
            this.groups = groups;
            this.isRead = isRead;
        }
    }

    private static final class Drawn {
        final int groups;
        final List<Item> items = new ArrayList<>();

        final List<List<Item>> orders = new ArrayList<>();

        final GroupHistory history;

        Drawn(Rng rng) {
            groups = (int) rng.between(1, 4);
            List<String> names = new ArrayList<>();
            List<int[]> servers = new ArrayList<>();
            for (int group = 0; group < groups; group++) {
                names.add("G" + group);
                servers.add(new int[] {1});
                orders.add(new ArrayList<>());
            }
            history = new GroupHistory(names, servers, () -> 0, List.of());
            int txns = (int) rng.between(2, 7);
            for (int id = 0; id < txns; id++) items.add(new Item(id, drawGroups(rng), false));
            drawOrders(rng);
            int reads = rng.below(4);
            for (int id = 0; id < reads; id++) {
                int group = rng.below(groups);
                Item read = new Item(txns + id, new int[] {group}, true);
                read.seen = rng.below(orders.get(group).size() + 1);
                items.add(read);
            }
            drawTimes(rng);
            record();
        }

        private int[] drawGroups(Rng rng) {
            List<Integer> drawn = new ArrayList<>();
            for (int group = 0; group < groups; group++) if (rng.chance(0.5)) drawn.add(group);
            if (drawn.isEmpty()) drawn.add(rng.below(groups));
            return drawn.stream().mapToInt(Integer::intValue).toArray();
        }

        private void drawOrders(Rng rng) {
            for (Item item : items) for (int group : item.groups) orders.get(group).add(item);
            for (List<Item> order : orders) {
                while (order.size() > 1 && rng.chance(0.3)) {
                    int at = rng.below(order.size() - 1);
                    order.add(at, order.remove(at + 1));
                }
                while (!order.isEmpty() && rng.chance(0.3)) order.remove(order.size() - 1);
            }
        }

        private void drawTimes(Rng rng) {
            List<Integer> moments = new ArrayList<>();
            for (int i = 0; i < items.size() * 4; i++) moments.add(i + 1);
            for (Item item : items) {
                int start = item.isRead ? rng.below(items.size()) : item.id;
                item.submitted = take(moments, start + rng.below(4));
                if (item.isRead || rng.chance(0.7))
                    item.answered =
                            take(moments, moments.indexOf(after(moments, item)) + rng.below(6));
            }
        }

        private static Integer after(List<Integer> moments, Item item) {
            for (Integer moment : moments) if (moment > item.submitted) return moment;
            throw new AssertionError("no moment is left after " + item.submitted);
        }

        private static int take(List<Integer> moments, int index) {
            return moments.remove(Math.min(index, moments.size() - 1));
        }

        private void record() {
            for (int moment = 1; moment <= items.size() * 4; moment++) {
                for (Item item : items) {
                    if (item.submitted == moment && item.isRead)
                        history.readStarted(item.id, item.groups[0], 1);
                    else if (item.submitted == moment)
                        history.submitted(item.id, item.groups[0], 1, item.groups);
                    if (item.answered == moment && item.isRead)
                        history.readAnswered(item.id, item.seen);
                    else if (item.answered == moment) history.answeredAtSomeTime(item.id);
                }
            }
            for (int group = 0; group < groups; group++) {
                int seq = 0;
                for (Item item : orders.get(group)) {
                    GroupTimestamp timestamp = new GroupTimestamp(1, 1, item.id + 1);
                    GroupDelivery delivery =
                            new GroupDelivery(++seq, timestamp, item.groups, new byte[0]);
                    history.delivered(group, 1, delivery, item.id);
                }
            }
        }

        boolean[][] closure() {
            boolean[][] before = new boolean[items.size()][items.size()];
            for (int group = 0; group < groups; group++)
                for (Item a : items)
                    for (Item b : items) before[a.id][b.id] |= isBefore(group, a, b);
            for (int via = 0; via < before.length; via++)
                for (boolean[] row : before)
                    for (int to = 0; to < before.length; to++)
                        row[to] |= row[via] && before[via][to];
            return before;
        }

        private boolean isBefore(int group, Item a, Item b) {
            if (a.isRead && b.isRead) return false;
            List<Item> order = orders.get(group);
            if (a.isRead)
                return a.groups[0] == group && concerns(group, b) && place(order, b) > a.seen;
            if (b.isRead) return b.groups[0] == group && place(order, a) <= b.seen;
            return order.contains(a) && concerns(group, b) && place(order, a) < place(order, b);
        }

        private boolean concerns(int group, Item item) {
            boolean delivered = orders.stream().anyMatch(order -> order.contains(item));
            for (int each : item.groups) if (each == group) return delivered;
            return false;
        }

        private static int place(List<Item> order, Item item) {
            int index = order.indexOf(item);
            return index < 0 ? Integer.MAX_VALUE : index + 1;
        }
    }

    @Test
    void findsCyclesAndViolationsOfRealTimeAsTheDefinitionsDo() {
        int cyclic = 0;
        int unreal = 0;
        int correct = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            Drawn drawn = new Drawn(new Rng(seed));
            boolean[][] before = drawn.closure();
            boolean isCyclic = false;
            for (Item item : drawn.items) isCyclic |= !item.isRead && before[item.id][item.id];
            boolean isUnreal = false;
            for (Item a : drawn.items)
                for (Item b : drawn.items)
                    isUnreal |= a.answered > 0 && a.answered < b.submitted && before[b.id][a.id];
            String description = "seed " + seed;
            assertEquals(isCyclic, UnionOrder.cycle(drawn.history) != null, description);
            assertEquals(
                    isCyclic || isUnreal,
                    UnionOrder.cycleWithRealTime(drawn.history) != null,
                    description);
            if (isCyclic) cyclic++;
            else if (isUnreal) unreal++;
            else correct++;
        }
        int share = HISTORIES / 10;
        String counts =
                "%d cyclic, %d against real time, %d correct".formatted(cyclic, unreal, correct);
        assertTrue(cyclic > share && unreal > share && correct > share, counts);
    }
}

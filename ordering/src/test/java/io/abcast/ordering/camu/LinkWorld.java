package io.abcast.ordering.camu;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * Simulates, in virtual time, partitions with one replica each and the links between them. Each message between two
 * partitions and each commit of a log takes a fixed time.
 */
final class LinkWorld {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000_000_000;

    interface Load {
        double rate(int partition, long now);

        int[] destinations(int partition, long now, Random random);
    }

    private record Event(long at, long number, Runnable action) {}

    private static final class Window {
        long nanos;
        long count;
    }

    private final class Replica {
        final int group;
        final PartitionNode node;
        final Map<Integer, Long> timers = new HashMap<>();
        final Map<Long, Long> submitted = new HashMap<>();
        final ArrayDeque<Long> results = new ArrayDeque<>();
        Effects below;
        long zxid;
        long timerNumbers;
        long requests;

        Replica(int group) {
            this.group = group;
            Node log = Fake.of(Node.class, this::log);
            node =
                    new PartitionNode(
                            group,
                            group + 1,
                            map,
                            CamuConfig.DEFAULT,
                            group + 1,
                            Fake.of(GroupEffects.class, this::effect),
                            effects -> {
                                below = effects;
                                return new PartitionLog(log, () -> true);
                            });
        }

        private Object log(Object proxy, Method method, Object[] arguments) {
            if (!method.getName().equals("onSubmit")) return null;
            Entry entry = new Entry(++zxid, group + 1, (long) arguments[0], (byte[]) arguments[1]);
            at(now + commitNanos, () -> batch(() -> below.deliver(entry, true)));
            return null;
        }

        private Object effect(Object proxy, Method method, Object[] arguments) {
            switch (method.getName()) {
                case "sendTo" -> send((int) arguments[0], (Message) arguments[2]);
                case "setTimer" -> timer((int) arguments[0], (long) arguments[1]);
                case "deliver" -> results.add(((GroupDelivery) arguments[0]).seq());
                case "answer" -> answered((long) arguments[0]);
                case "refuse" -> refused++;
                default -> {}
            }
            return null;
        }

        private void send(int to, Message message) {
            messages++;
            at(
                    now + delays[group][to],
                    () ->
                            replicas[to].batch(
                                    () ->
                                            replicas[to].node.onGroupMessage(
                                                    group, group + 1, message)));
        }

        private void timer(int kind, long delay) {
            long number = ++timerNumbers;
            timers.put(kind, number);
            at(
                    now + delay,
                    () -> {
                        if (timers.get(kind) == number) batch(() -> node.onTimer(kind));
                    });
        }

        private void answered(long request) {
            long begin = submitted.remove(request);
            Window window = windows.computeIfAbsent(begin / SECOND, second -> new Window());
            window.nanos += now - begin;
            window.count++;
        }

        void batch(Runnable events) {
            node.onBatchStart(now);
            node.onClock((now + clocks[group]) / 1_000);
            events.run();
            while (!results.isEmpty()) node.onResult(results.poll(), new byte[0]);
            node.onBatchEnd();
            if (!results.isEmpty()) batch(() -> {});
        }

        void next(Load load) {
            double rate = load.rate(group, now);
            double wait = rate == 0 ? 0.1 : -Math.log(1 - random.nextDouble()) / rate;
            at(
                    now + (long) (wait * SECOND),
                    () -> {
                        if (rate > 0) submit(load.destinations(group, now, random));
                        next(load);
                    });
        }

        private void submit(int[] destinations) {
            submitted.put(++requests, now);
            batch(() -> node.onSubmit(requests, destinations, new byte[0]));
        }
    }

    private final PartitionMap map;
    private final long[][] delays;
    private final long commitNanos;

    private final long[] clocks;

    private final Random random;
    private final Replica[] replicas;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::at).thenComparingLong(Event::number));

    private final TreeMap<Long, Window> windows = new TreeMap<>();

    private long now;
    private long eventNumbers;
    private long messages;
    private long refused;

    LinkWorld(long[][] delays, long commitNanos, long[] clocks, long seed) {
        this.delays = delays;
        this.commitNanos = commitNanos;
        this.clocks = clocks;
        random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int group = 0; group < delays.length; group++)
            text.append(group == 0 ? "" : ";")
                    .append((char) ('A' + group))
                    .append('=')
                    .append(group + 1);
        map = PartitionMap.parse(text.toString());
        replicas = new Replica[delays.length];
        for (int group = 0; group < delays.length; group++) replicas[group] = new Replica(group);
    }

    static long[][] equal(int partitions, long nanos) {
        long[][] delays = new long[partitions][partitions];
        for (long[] row : delays) Arrays.fill(row, nanos);
        return delays;
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, ++eventNumbers, action));
    }

    void rule(LinkRule rule) {
        for (Replica replica : replicas) replica.node.links(rule);
    }

    void link(int from, int to) {
        replicas[from].node.link(to, true);
    }

    void start(Load load) {
        for (Replica replica : replicas) replica.batch(() -> replica.node.onStart(null));
        for (Replica replica : replicas) replica.next(load);
    }

    void runUntil(long nanos) {
        while (!events.isEmpty() && events.peek().at <= nanos) {
            Event event = events.poll();
            now = event.at;
            event.action.run();
        }
    }

    double meanMillis(long fromSecond, long untilSecond) {
        long nanos = 0;
        long count = 0;
        for (Window window : windows.subMap(fromSecond, untilSecond).values()) {
            nanos += window.nanos;
            count += window.count;
        }
        return (double) nanos / count / MILLI;
    }

    PartitionStatus status(int group) {
        return replicas[group].node.status();
    }

    long switches() {
        long sum = 0;
        for (Replica replica : replicas) sum += replica.node.status().linkSwitches();
        return sum;
    }

    int open() {
        int sum = 0;
        for (Replica replica : replicas) sum += replica.node.status().links();
        return sum;
    }

    long messages() {
        return messages;
    }

    long refused() {
        return refused;
    }
}

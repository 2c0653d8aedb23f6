package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * One instance of consensus, many members that want another value each, messages lost, repeated and in any order, acceptors that
 * restart with what they had made durable: agreement, validity and integrity in very many short runs, which go where a whole cluster
 * seldom gets. Broken parts are found.
 */
@Execution(ExecutionMode.CONCURRENT)
class InstanceSearchTest {
    private static final int RUNS = 4_000;
    private static final int STEPS = 140;
    private static final int PROPOSERS = 3;

    private record Letter(int to, Runnable delivery) {}

    /** One run. */
    private static final class Instance {
        private final Random random;
        private final Quorums quorums;
        private final Picker picker;
        private final Supplier<Acceptor> factory;
        private final Acceptor[] acceptors;
        private final List<Letter> bag = new ArrayList<>();
        private final List<Learner> learners = new ArrayList<>();
        private final Value[] wanted = new Value[PROPOSERS];
        private final Value[] learned = new Value[PROPOSERS];
        private long round = 1;
        int decisions;

        Instance(long seed, Quorums quorums, Picker picker, Supplier<Acceptor> factory) {
            random = new Random(seed);
            this.quorums = quorums;
            this.picker = picker;
            this.factory = factory;
            acceptors = new Acceptor[quorums.acceptors()];
            for (int a = 0; a < acceptors.length; a++) acceptors[a] = factory.get();
            for (int p = 0; p < PROPOSERS; p++) {
                learners.add(new Learner(quorums));
                wanted[p] = new Value(p + 1, Value.FIRST, 10 + p, new byte[] {(byte) p});
            }
        }

        /** @return what was broken, or {@code null} */
        String run() {
            if (quorums.fast() > 0) open(Ballot.of(round, 1));
            else prepare(0);
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(100);
                if (dice < 4) prepare(random.nextInt(PROPOSERS));
                else if (dice < 8) restart(random.nextInt(acceptors.length));
                else if (!bag.isEmpty()) {
                    int at = random.nextInt(bag.size());
                    Letter letter = dice < 20 ? bag.get(at) : bag.remove(at);
                    if (dice > 12) letter.delivery().run();
                }
                String broken = verdict();
                if (broken != null) return broken;
            }
            return null;
        }

        private String verdict() {
            Value first = null;
            for (Value value : learned) {
                if (value == null) continue;
                if (first != null && !first.equals(value))
                    return "agreement: " + first + " and " + value;
                first = value;
                boolean proposed = false;
                for (Value each : wanted) proposed |= each.equals(value);
                if (!proposed) return "validity: nobody wanted " + value;
            }
            return null;
        }

        private void restart(int a) {
            WireWriter out = new WireWriter(32);
            acceptors[a].write(out);
            acceptors[a] = factory.get();
            acceptors[a].restore(new WireReader(out.toByteArray()));
        }

        private void send(int to, Runnable delivery) {
            bag.add(new Letter(to, delivery));
        }

        private void prepare(int p) {
            long ballot = Ballot.of(++round, p + 1);
            Map<Integer, List<Vote>> acks = new TreeMap<>();
            for (int a = 0; a < acceptors.length; a++) {
                int to = a;
                send(
                        to,
                        () -> {
                            if (!acceptors[to].prepare(ballot)) return;
                            List<Vote> votes = acceptors[to].votes(1, 1);
                            send(p, () -> ack(p, ballot, acks, to, votes));
                        });
            }
        }

        private void ack(
                int p, long ballot, Map<Integer, List<Vote>> acks, int from, List<Vote> votes) {
            if (acks.size() == quorums.classic() || acks.putIfAbsent(from, votes) != null) return;
            if (acks.size() < quorums.classic()) return;
            List<Vote> all = new ArrayList<>();
            acks.values().forEach(all::addAll);
            Value value = picker.pick(all, acks.size());
            if (value == null && quorums.fast() > 0 && random.nextBoolean()) {
                open(ballot);
                return;
            }
            Value named = value == null ? wanted[p] : value;
            for (int a = 0; a < acceptors.length; a++) {
                int to = a;
                send(
                        to,
                        () -> {
                            if (acceptors[to].accept(ballot, 1, named)) tell(to);
                        });
            }
        }

        /** A fast round: all who want something propose to all acceptors. */
        private void open(long ballot) {
            for (int p = 0; p < PROPOSERS; p++) {
                Value value = wanted[p];
                for (int a = 0; a < acceptors.length; a++) {
                    int to = a;
                    send(
                            to,
                            () -> {
                                acceptors[to].prepare(ballot);
                                if (acceptors[to].acceptFast(ballot, 1, value)) tell(to);
                            });
                }
            }
        }

        private void tell(int a) {
            Vote vote = acceptors[a].vote(1);
            for (int l = 0; l < PROPOSERS; l++) {
                int to = l;
                send(to, () -> learn(to, a, vote));
            }
        }

        private void learn(int to, int from, Vote vote) {
            Value value = vote.value();
            boolean decided =
                    learners.get(to)
                            .accepted(
                                    from,
                                    1,
                                    vote.ballot(),
                                    vote.fast(),
                                    value.origin(),
                                    value.request());
            if (!decided) return;
            decisions++;
            // Integrity: what was learned first stays; what comes later must not differ.
            if (learned[to] == null || !learned[to].equals(value)) {
                if (learned[to] != null) learned[(to + 1) % PROPOSERS] = value;
                else learned[to] = value;
            }
        }
    }

    private static String search(Quorums quorums, Picker picker, Supplier<Acceptor> acceptors) {
        int decisions = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Instance instance = new Instance(seed, quorums, picker, acceptors);
            String broken;
            try {
                broken = instance.run();
            } catch (AssertionError e) {
                broken = e.getMessage();
            }
            if (broken != null) return "seed " + seed + ": " + broken;
            decisions += instance.decisions;
        }
        assertTrue(decisions > RUNS / 4, "decisions: " + decisions);
        return "";
    }

    private static String search(Quorums quorums) {
        return search(quorums, new Picker(quorums), Acceptor::new);
    }

    @Test
    void paxosAgrees() {
        for (int n : new int[] {3, 5}) expectSound(Quorums.majority(n));
    }

    @Test
    void fastPaxosAgrees() {
        for (int n : new int[] {3, 5}) expectSound(Quorums.fastPaxos(n));
        expectSound(Quorums.fastPaxos(7, 5));
    }

    private static void expectSound(Quorums quorums) {
        String broken = search(quorums);
        assertTrue(broken.isEmpty(), () -> quorums + ", " + broken);
    }

    @Test
    void smallQuorumsAreFound() {
        assertNotEquals("", search(new Quorums(3, 1, 0)));
        assertNotEquals("", search(new Quorums(5, 2, 0)));
        assertNotEquals("", search(new Quorums(5, 3, 3)), "fast: 3 x 3 is not above 10");
    }

    @Test
    void acceptorThatForgetsIsFound() {
        Quorums quorums = Quorums.majority(3);
        Supplier<Acceptor> forgetful =
                () ->
                        new Acceptor() {
                            @Override
                            public void restore(WireReader in) {
                                new Acceptor().restore(in);
                            }
                        };
        assertNotEquals("", search(quorums, new Picker(quorums), forgetful));
    }

    @Test
    void proposerThatIgnoresWhatWasAcceptedIsFound() {
        Quorums quorums = Quorums.majority(3);
        Picker careless =
                new Picker(quorums) {
                    @Override
                    public Value pick(List<Vote> votes, int reporters) {
                        return null;
                    }
                };
        assertNotEquals("", search(quorums, careless, Acceptor::new));
    }

    @Test
    void fastRoundsWithoutObservationO4AreFound() {
        Quorums quorums = Quorums.fastPaxos(5);
        Picker first =
                new Picker(quorums) {
                    @Override
                    protected Value pickFast(List<Vote> votes, int reporters) {
                        return votes.get(0).value();
                    }
                };
        assertNotEquals("", search(quorums, first, Acceptor::new));
    }
}

package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.LoneMember.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Searches for violations of agreement and validity in many short runs of a single instance of consensus, with lost,
 * repeated and reordered messages, slow disks, and restarts. If a part has a broken rule, the search must find a
 * violation.
 */
@Execution(ExecutionMode.CONCURRENT)
class InstanceSearchTest {
    private static final int RUNS = 5_000;
    private static final int MUTANT_RUNS = 40_000;
    private static final int STEPS = 200;
    private static final int PROPOSERS = 3;
    private static final int SLOWNESS = 8;

    private record Letter(int from, int to, Message message) {}

    private static final class Instance {
        private final Random random;

        /** Id of the member with a slow disk; 0 if all disks are fast. */
        private final int slow;

        private final List<LoneMember> members = new ArrayList<>();
        private final List<Letter> bag = new ArrayList<>();

        Instance(long seed, Parts parts) {
            random = new Random(seed);
            slow = random.nextInt(PROPOSERS + 1);
            int[] ids = new int[parts.quorums().acceptors()];
            for (int i = 0; i < ids.length; i++) ids[i] = i + 1;
            Membership membership = Membership.of(ids, new int[0]);
            for (int id : ids)
                members.add(
                        new LoneMember(
                                id,
                                membership,
                                parts,
                                id <= PROPOSERS,
                                (from, to, message) -> bag.add(new Letter(from, to, message)),
                                random::nextBoolean));
        }

        String run() {
            members.get(0).campaign();
            if (random.nextBoolean()) lead();
            for (int step = 0; step < STEPS; step++) {
                step();
                String broken = verdict();
                if (broken != null) return broken;
            }
            return null;
        }

        private void lead() {
            for (int hops = 2 + random.nextInt(2); hops > 0; hops--) {
                members.forEach(LoneMember::persist);
                List<Letter> letters = List.copyOf(bag);
                bag.clear();
                for (Letter letter : letters)
                    members.get(letter.to() - 1).onMessage(letter.from(), letter.message());
            }
        }

        private void step() {
            int dice = random.nextInt(100);
            if (dice < 3) {
                members.get(random.nextInt(PROPOSERS)).campaign();
            } else if (dice < 5) {
                members.get(random.nextInt(members.size())).restart();
            } else if (dice < 15) {
                int only = random.nextBoolean() ? 0 : 1 + random.nextInt(members.size());
                for (LoneMember one : members) {
                    boolean written = only == 0 || only == one.id();
                    if (written && (one.id() != slow || random.nextInt(SLOWNESS) == 0))
                        one.persist();
                }
            } else if (!bag.isEmpty()) {
                int at = random.nextInt(bag.size());
                Letter letter = dice < 23 ? bag.get(at) : bag.remove(at);
                if (dice > 17)
                    members.get(letter.to() - 1).onMessage(letter.from(), letter.message());
            }
        }

        private String verdict() {
            Name first = null;
            for (LoneMember member : members) {
                for (Name value : new Name[] {member.learned, member.alsoLearned}) {
                    if (value == null) continue;
                    if (first != null && !first.equals(value))
                        return "agreement: " + first + " and " + value;
                    first = value;
                    boolean proposed = false;
                    for (LoneMember each : members) proposed |= each.mayHaveProposed(value);
                    if (!proposed) return "validity: no member proposed " + value;
                }
            }
            return null;
        }

        int decisions() {
            return members.stream().mapToInt(member -> member.decisions).sum();
        }
    }

    private static void assertFound(Parts parts) {
        assertNotEquals("", search(parts, MUTANT_RUNS), () -> "nothing found: " + parts);
    }

    private static String search(Parts parts, int runs) {
        int decisions = 0;
        for (long seed = 1; seed <= runs; seed++) {
            Instance instance = new Instance(seed, parts);
            String broken;
            try {
                broken = instance.run();
            } catch (AssertionError | IllegalStateException e) {
                broken = e.getMessage();
            }
            if (broken != null) return "seed " + seed + ": " + broken;
            decisions += instance.decisions();
        }
        assertTrue(decisions > runs / 4, "decisions: " + decisions);
        return "";
    }

    private static Parts sound(Quorums quorums) {
        return new Parts(quorums, new Picker(quorums), Acceptor::new, false);
    }

    private static Parts with(Quorums quorums, Picker picker) {
        return new Parts(quorums, picker, Acceptor::new, false);
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
        String broken = search(sound(quorums), RUNS);
        assertTrue(broken.isEmpty(), () -> quorums + ", " + broken);
    }

    @Test
    void tooSmallQuorumsAreFound() {
        assertFound(sound(new Quorums(3, 1, 0)));
        assertFound(sound(new Quorums(5, 2, 0)));
        assertFound(sound(new Quorums(5, 3, 3)));
    }

    @Test
    void prepareBeforeTheOwnPromiseIsDurableIsFound() {
        for (Quorums quorums : List.of(Quorums.majority(3), Quorums.fastPaxos(3))) {
            Parts hasty = new Parts(quorums, new Picker(quorums), Acceptor::new, true);
            assertFound(hasty);
        }
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

                            @Override
                            public void restore(Vote vote) {}
                        };
        assertFound(new Parts(quorums, new Picker(quorums), forgetful, false));
    }

    @Test
    void acceptorThatForgetsOnlyVotesIsFound() {
        Quorums quorums = Quorums.majority(3);
        Supplier<Acceptor> forgetful =
                () ->
                        new Acceptor() {
                            @Override
                            public void restore(Vote vote) {}
                        };
        assertFound(new Parts(quorums, new Picker(quorums), forgetful, false));
    }

    @Test
    void proposerThatIgnoresReportedVotesIsFound() {
        Quorums quorums = Quorums.majority(3);
        Picker careless =
                new Picker(quorums) {
                    @Override
                    public Value pick(List<Vote> votes, int reporters) {
                        return null;
                    }
                };
        assertFound(with(quorums, careless));
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
        assertFound(with(quorums, first));
    }
}

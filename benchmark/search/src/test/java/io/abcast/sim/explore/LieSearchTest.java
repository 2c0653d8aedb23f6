package io.abcast.sim.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.fbp.Fbp;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Signer;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogMessage;
import io.abcast.search.ExploredOrdering;
import io.abcast.search.ExploredProtocols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class LieSearchTest {
    private static final long STATES = 8_000;

    private static final class Believers extends ExploredOrdering {
        Believers() {
            super(Ordering.FBP);
        }

        @Override
        protected Consensus.Factory engine(int id, Membership members) {
            FbpQuorums quorums = FbpQuorums.of(members.size());
            return ports -> new Fbp(ports, quorums, new Believing(id));
        }
    }

    private record Believing(int id) implements Signer {
        @Override
        public byte[] sign(byte[] content) {
            return new byte[] {(byte) id};
        }

        @Override
        public boolean verify(int member, byte[] content, byte[] signature) {
            return true;
        }
    }

    private static Bounds bounds(int deviations) {
        return new Bounds(
                6, 1, 1, 0, 3, 0, 0, 0, 1, Durability.FSYNC, deviations, 10_000, 1L << 28);
    }

    private static ExplorationWatch upTo(long most) {
        return new ExplorationWatch() {
            private boolean enough;

            @Override
            public void progress(long states, long waiting, int depth, int violations) {
                enough = states >= most;
            }

            @Override
            public boolean stop() {
                return enough;
            }
        };
    }

    private static List<String> alphabet(Map<Class<?>, Integer> kinds) {
        StateSpace space = new StateSpace(ExploredProtocols.of(Ordering.FBP), bounds(1), 0);
        space.first();
        List<String> texts = new ArrayList<>();
        for (int lie : space.rumours.lies(LiarKnowledge.FIRST, 1)) {
            Messages.Sent sent = space.messages.get(lie);
            texts.add(space.protocol.describe(sent.message()));
            kinds.merge(sent.message().kind(), 1, Integer::sum);
        }
        return texts;
    }

    @Test
    void alphabetHasEveryKindOfMessageAndIsDeterministic() {
        Map<Class<?>, Integer> kinds = new HashMap<>();
        List<String> texts = alphabet(kinds);
        assertEquals(texts, alphabet(new HashMap<>()));
        Set<Class<?>> expected = new HashSet<>(List.of(LogMessage.class.getPermittedSubclasses()));
        expected.addAll(List.of(FbpMessage.class.getPermittedSubclasses()));
        expected.remove(LogMessage.Framed.class);
        assertEquals(expected, new HashSet<>(kinds.keySet()));
        assertTrue(kinds.values().stream().allMatch(count -> count <= 17), kinds::toString);
    }

    @Test
    void defaultScheduleIsSoundForBothLiars() {
        ExploreResult result =
                new Explorer(ExploredProtocols.of(Ordering.FBP), bounds(0))
                        .explore(ExplorationWatch.NONE, false);
        assertTrue(result.passed(), () -> result.violations().toString());
    }

    @Tag("search")
    @Test
    void firstLiesOfALeaderViolateNoInvariant() {
        ExploreResult result =
                new Explorer(ExploredProtocols.of(Ordering.FBP), bounds(1))
                        .explore(upTo(STATES), false);
        assertEquals(List.of(), result.violations());
        assertTrue(result.states() >= STATES, () -> result.states() + " states");
    }

    @Tag("search")
    @Test
    void detectsALieIfEverySignatureIsAccepted() {
        ExploreResult result =
                new Explorer(new Believers(), bounds(1)).explore(ExplorationWatch.NONE, true);
        assertEquals(1, result.violations().size());
        List<String> schedule = result.violations().get(0).schedule();
        String violated = Explorer.replay(new Believers(), schedule, line -> {});
        assertEquals(result.violations().get(0).what(), violated);
        assertNull(eventless(schedule), "the violation needs the events");
    }

    private static String eventless(List<String> schedule) {
        List<String> less = new ArrayList<>(schedule.subList(0, 1));
        return Explorer.replay(new Believers(), less, line -> {});
    }
}

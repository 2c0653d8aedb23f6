package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Probe;
import io.abcast.kernel.QueueVisitor;
import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests changes of the ensemble in a cluster with one voter, one observer and one server that is not a member. */
class ChangesTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 200;

    private final List<String> story = new ArrayList<>();
    private int epoch = 1;
    private final Cluster cluster =
            new Cluster(
                    ClusterModel.quiet(1, Durability.FSYNC, null).withSpares(2, 3),
                    (id, members, seed, effects) ->
                            new NodeFactory.Instance(
                                    new ToyNode(
                                            id,
                                            Membership.of(1, 2, 3),
                                            effects,
                                            ToyNode.Defect.NONE),
                                    new Look(id)),
                    42,
                    new Trace(story::add));

    private final class Look implements Probe {
        @Override
        public boolean active() {
            return true;
        }

        private final int id;

        Look(int id) {
            this.id = id;
        }

        @Override
        public boolean leads() {
            return id == 1;
        }

        @Override
        public int epoch() {
            return epoch;
        }

        @Override
        public boolean voter() {
            return true;
        }

        @Override
        public Membership ensemble() {
            return Membership.of(new int[] {1}, new int[] {2});
        }

        @Override
        public void visitQueues(QueueVisitor to) {}

        @Override
        public ToyNode.Phase phase() {
            return id == 1 ? ToyNode.Phase.LEADING : ToyNode.Phase.FOLLOWING;
        }

        @Override
        public String line() {
            return "";
        }
    }

    @Test
    void observerWithLostDataIsNotPromoted() {
        cluster.startAll();
        cluster.submit(1, new byte[1]);
        cluster.runFor(100 * MILLI);
        List<String> sound = asked();
        assertTrue(sound.contains("promote 2"), sound::toString);
        Drive observers = cluster.replica(2).drive();
        assertTrue(observers.rotLog());
        List<String> unnoticed = asked();
        assertFalse(unnoticed.contains("promote 2"), "its storage is damaged");
        assertTrue(unnoticed.contains("remove 2"), unnoticed::toString);

        cluster.crash(2);
        cluster.start(2);
        assertFalse(cluster.up(2), "damage is found at a start");
        assertFalse(asked().contains("promote 2"), "it is down, which the leader may not know");
    }

    @Test
    void requestsNoChangeWhileAVoterHasLostData() {
        cluster.startAll();
        cluster.submit(1, new byte[1]);
        cluster.runFor(100 * MILLI);
        assertTrue(cluster.replica(1).drive().rotLog());
        assertEquals(List.of(), asked());
    }

    @Test
    void changeOfACrashedMemberIsPendingUntilTheLeaderHasASuccessor() {
        cluster.startAll();
        cluster.submit(1, new byte[1]);
        cluster.runFor(100 * MILLI);
        cluster.reconfigure(2, new MembershipChange(Kind.PROMOTE, 2));
        cluster.crash(2);
        cluster.runFor(100 * MILLI);
        assertEquals(1, cluster.history().changesPending());
        epoch++;
        cluster.runFor(100 * MILLI);
        assertEquals(0, cluster.history().changesPending());
        assertTrue(cluster.ok(), () -> cluster.history().violations().toString());
    }

    private List<String> asked() {
        story.clear();
        Changes changes = new Changes(cluster);
        changes.schedule(
                LongStream.range(0, STEPS)
                        .mapToObj(dice -> new Changes.Step(cluster.now(), dice))
                        .toList());
        cluster.runFor(1);
        String asked = "asked to ";
        return story.stream()
                .filter(line -> line.contains(asked))
                .map(line -> line.substring(line.indexOf(asked) + asked.length()))
                .toList();
    }
}

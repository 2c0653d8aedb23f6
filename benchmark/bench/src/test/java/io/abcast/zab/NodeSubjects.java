package io.abcast.zab;

import io.abcast.benchmark.micro.MicroMember;
import io.abcast.benchmark.micro.Subject;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import java.util.stream.IntStream;

/**
 * A whole ensemble of Zab nodes that run in one thread. Nodes pass messages as objects, and appended entries count as
 * durable at once, so that a measurement has only the cost of the protocol.
 */
public final class NodeSubjects implements Subject {
    private final int batch;
    private final byte[] payload = new byte[1024];
    private final Actor[] actors;
    private final Actor leader;
    private final Actor origin;
    private long now;
    private long requests;

    private NodeSubjects(int members, int batch, boolean atLeader) {
        this.batch = batch;
        Membership membership = Membership.of(IntStream.rangeClosed(1, members).toArray());
        actors = new Actor[members];
        for (int i = 0; i < members; i++) actors[i] = new Actor(i + 1, membership);
        for (Actor actor : actors) actor.start(now);
        settle();
        leader = actors[members - 1];
        if (!leader.node.status().active()) throw new AssertionError(leader.node.status());
        origin = atLeader ? leader : actors[0];
    }

    public static NodeSubjects atLeader(int members, int batch) {
        return new NodeSubjects(members, batch, true);
    }

    public static NodeSubjects atFollower(int members, int batch) {
        return new NodeSubjects(members, batch, false);
    }

    @Override
    public int turn() {
        now += 1_000_000;
        long before = leader.delivered();
        origin.node.onBatchStart(now);
        for (int i = 0; i < batch; i++) origin.node.onSubmit(++requests, payload);
        origin.node.onBatchEnd();
        settle();
        if (leader.delivered() != before + batch)
            throw new AssertionError("leader: " + leader.delivered());
        for (Actor actor : actors)
            if (actor.delivered() < (actor == origin ? before + batch : before))
                throw new AssertionError(actor.id() + ": " + actor.delivered());
        return batch;
    }

    private void settle() {
        boolean any = true;
        while (any) {
            any = false;
            for (Actor actor : actors) any |= actor.turn(now);
        }
    }

    private final class Actor extends MicroMember {
        private final ZabNode node;

        Actor(int id, Membership membership) {
            super(id);
            node = new ZabNode(id, membership, ZabConfig.defaults(), 77 + id, this);
        }

        @Override
        protected Node node() {
            return node;
        }

        @Override
        protected MicroMember member(int memberId) {
            return actors[memberId - 1];
        }
    }
}

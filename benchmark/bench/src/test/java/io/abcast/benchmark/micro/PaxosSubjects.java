package io.abcast.benchmark.micro;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.WirePieces;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A whole ensemble of PAXOS in one thread. Members pass messages as objects, and states and entries count as durable at
 * once, so that a measurement has only the cost of the protocol.
 */
final class PaxosSubjects implements Subject {
    private static volatile WirePieces kept;

    private final int batch;
    private final byte[] payload = new byte[1024];
    private final Actor[] actors;
    private final Actor leader;
    private final Actor origin;
    private long now;
    private long requests;

    private PaxosSubjects(int members, int batch, boolean atLeader) {
        this.batch = batch;
        Membership membership = Membership.of(IntStream.rangeClosed(1, members).toArray());
        actors = new Actor[members];
        for (int i = 0; i < members; i++) actors[i] = new Actor(i + 1, membership);
        for (Actor actor : actors) actor.start(now);
        settle();
        while (!actors[0].node.status().active()) {
            now += LogConfig.defaults().tickNanos();
            for (Actor actor : actors) actor.tick();
            settle();
        }
        leader = actors[actors[0].node.status().leader() - 1];
        origin = atLeader ? leader : actors[leader.id() % members];
    }

    static PaxosSubjects atLeader(int members, int batch) {
        return new PaxosSubjects(members, batch, true);
    }

    static PaxosSubjects atFollower(int members, int batch) {
        return new PaxosSubjects(members, batch, false);
    }

    static Subject encodeAccept(int requests) {
        PaxosMessage.Accept accept = accept(requests);
        return () -> {
            WireWriter out = WireWriter.gathering(256, 512);
            OrderingCodec.INSTANCE.encode(accept, out);
            kept = out.toPieces();
            return 1;
        };
    }

    static Subject decodeAccept(int requests) {
        WireWriter out = new WireWriter(256);
        OrderingCodec.INSTANCE.encode(accept(requests), out);
        byte[] frame = out.toByteArray();
        return () -> {
            Message read = OrderingCodec.INSTANCE.decode(new WireReader(frame));
            if (!(read instanceof PaxosMessage.Accept)) throw new AssertionError(read);
            return 1;
        };
    }

    private static PaxosMessage.Accept accept(int count) {
        List<OriginRequest> requests = new ArrayList<>();
        for (int i = 0; i < count; i++)
            requests.add(new OriginRequest(1, 6 + i, 7 + i, new byte[1024]));
        Name name = Name.ofSlot(1, new Incarnation(7, 7), 65537, 9);
        return new PaxosMessage.Accept(65537, 9, Value.named(name, requests));
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
            if (actor.delivered() != before + batch)
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
        private final LogNode node;

        Actor(int id, Membership membership) {
            super(id);
            node =
                    Ordering.node(
                            Ordering.PAXOS, id, membership, LogConfig.defaults(), 77 + id, this);
        }

        void tick() {
            node.onBatchStart(now);
            node.onTimer(0);
            node.onBatchEnd();
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

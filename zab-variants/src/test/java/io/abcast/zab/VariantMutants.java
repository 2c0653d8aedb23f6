package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.Ping;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.LinkMessage.ReadIndex;
import io.abcast.zab.LinkMessage.ReadIndexReply;
import io.abcast.zab.LinkMessage.UpToDate;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import java.util.HashMap;
import java.util.Map;

/** Broken versions of the variants of Zab. Each broken version changes the messages that a member receives or sends. */
final class VariantMutants {
    private VariantMutants() {}

    /**
     * Mutant: a restarted member forgets the restricted rule for its last epoch, which violates assumption A1.1 of
     * EL-Sanosi 2018, section 3.3.
     */
    static final class ForgetsItsRule extends Tap {
        @Override
        Recovered starting(Recovered r) {
            if (r.persisted() == null) return r;
            EpochState s = EpochState.decode(r.persisted());
            EpochState unruled =
                    new EpochState(
                            s.acceptedEpoch(),
                            s.currentEpoch(),
                            s.leader(),
                            DeliveryRule.ON_COMMIT,
                            s.voter(),
                            s.configuration());
            return new Recovered(
                    unruled.encode(),
                    r.snapshot(),
                    r.note(),
                    r.logAfter(),
                    r.lastZxid(),
                    r.epochEnds(),
                    r.memberships(),
                    r.partial(),
                    r.partialBytes(),
                    r.held(),
                    r.repaired());
        }
    }

    private abstract static class Follower extends Tap {
        final Membership members;
        private final int self;
        private int leader;
        NewEpoch epoch;

        Follower(Membership members, int self) {
            this.members = members;
            this.self = self;
        }

        @Override
        void receive(int from, Message message, Node node) {
            if (message instanceof Frame f && f.body() instanceof NewEpoch e) {
                leader = from;
                epoch = e;
            }
            super.receive(from, message, node);
        }

        final int anotherThan(int notThis) {
            for (int id : members.ids()) {
                if (id != self && id != leader && id != notThis) return id;
            }
            return 0;
        }

        final void forge(int from, long zxid, Node node) {
            if (from != 0 && epoch != null && zxid != 0)
                node.onMessage(from, new PeerAck(epoch.epoch(), epoch.nonce(), zxid));
        }
    }

    static final class CountsAcksTwice extends Follower {
        CountsAcksTwice(Membership members, int self) {
            super(members, self);
        }

        @Override
        void receive(int from, Message message, Node node) {
            super.receive(from, message, node);
            if (message instanceof PeerAck ack) forge(anotherThan(from), ack.zxid(), node);
        }
    }

    static final class CountsOldAcks extends Follower {
        CountsOldAcks(Membership members, int self) {
            super(members, self);
        }

        @Override
        void receive(int from, Message message, Node node) {
            if (message instanceof PeerAck ack) forge(from, ack.zxid(), node);
            else super.receive(from, message, node);
        }
    }

    static final class CountsTheLeader extends Follower {
        CountsTheLeader(Membership members, int self) {
            super(members, self);
        }

        @Override
        void receive(int from, Message message, Node node) {
            super.receive(from, message, node);
            if (message instanceof Frame f)
                forge(anotherThan(0), steering(f.body()).durable(), node);
        }
    }

    static Steering steering(LinkMessage message) {
        if (message instanceof Propose m) return m.steering();
        if (message instanceof Commit m) return m.steering();
        if (message instanceof Ping m) return m.steering();
        if (message instanceof UpToDate m) return m.steering();
        return Steering.NONE;
    }

    static final class AcksBeforeSync extends Tap {
        private long last;

        @Override
        void appended(Entry entry) {
            last = entry.zxid();
        }

        @Override
        void send(int to, Message message, Effects effects) {
            boolean ahead = message instanceof PeerAck ack && ack.zxid() < last;
            super.send(
                    to,
                    ahead
                            ? new PeerAck(
                                    ((PeerAck) message).epoch(), ((PeerAck) message).nonce(), last)
                            : message,
                    effects);
        }
    }

    static final class ReadsAtTheCommitPoint extends Tap {
        private final Map<Long, Long> points = new HashMap<>();
        private long delivered;

        @Override
        void delivered(Entry entry) {
            delivered = entry.zxid();
        }

        @Override
        void receive(int from, Message message, Node node) {
            if (message instanceof Frame f && f.body() instanceof ReadIndex r)
                points.put(r.read(), delivered);
            super.receive(from, message, node);
        }

        @Override
        void send(int to, Message message, Effects effects) {
            Message sent = message;
            if (message instanceof Frame f && f.body() instanceof ReadIndexReply r) {
                LinkMessage early =
                        new ReadIndexReply(r.read(), points.getOrDefault(r.read(), r.zxid()));
                sent = new Frame(f.session(), f.sequence(), early);
            }
            super.send(to, sent, effects);
        }
    }

    static final class LosesTheTail extends Tap {
        private boolean zab = true;
        private boolean switching;
        private long told;

        @Override
        void receive(int from, Message message, Node node) {
            Steering steering = message instanceof Frame f ? steering(f.body()) : Steering.NONE;
            boolean steers = steering.followers() > 0;
            switching = steers && steering.zab() && !zab;
            if (steers) zab = steering.zab();
            super.receive(from, message, node);
            switching = false;
        }

        @Override
        void send(int to, Message message, Effects effects) {
            Message sent = message;
            if (message instanceof Frame f && f.body() instanceof Ack a) {
                if (switching && told != 0)
                    sent =
                            new Frame(
                                    f.session(),
                                    f.sequence(),
                                    new Ack(a.epoch(), told, a.votesForZab(), a.stamp()));
                else told = a.zxid();
            }
            super.send(to, sent, effects);
        }
    }
}

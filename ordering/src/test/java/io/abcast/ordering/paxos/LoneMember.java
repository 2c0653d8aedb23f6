package io.abcast.ordering.paxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.OwnRequests;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Any;
import io.abcast.ordering.paxos.PaxosMessage.Confirm;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import io.abcast.ordering.paxos.PaxosMessage.Propose;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A member that takes part in a single instance of consensus, with acceptor, proposer, learner and disk. Its disk
 * completes a write only when the test requests this, and a restart keeps only the durable state.
 */
final class LoneMember implements Ports {
    interface Post {
        void send(int from, int to, Message message);
    }

    record Parts(
            Quorums quorums, Picker picker, Supplier<Acceptor> acceptors, boolean hastyPrepare) {}

    private record Held(long stamp, long votes, int to, Message message) {}

    private static final long SLOT = 1;

    private final int id;
    private final Membership members;
    private final Parts parts;
    private final boolean proposes;
    private final Post post;
    private final BooleanSupplier coin;
    private final ArrayDeque<Message> toSelf = new ArrayDeque<>();
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    private Acceptor acceptor;
    private Proposer proposer;
    private Learner learner;
    private byte[] disk;

    private byte[] votesDisk;

    private byte[] unwrittenVote;
    private long votes;
    private long durableVotes;
    private long changes;
    private long durable;
    private int lives;

    private OriginRequest wanted;

    private long open;

    Name learned;

    Name alsoLearned;

    int decisions;

    LoneMember(
            int id,
            Membership members,
            Parts parts,
            boolean proposes,
            Post post,
            BooleanSupplier coin) {
        this.id = id;
        this.members = members;
        this.parts = parts;
        this.proposes = proposes;
        this.post = post;
        this.coin = coin;
        restart();
    }

    void restart() {
        held.clear();
        toSelf.clear();
        changes = 0;
        durable = 0;
        votes = 0;
        durableVotes = 0;
        unwrittenVote = null;
        open = 0;
        lives++;
        if (proposes)
            wanted = new OriginRequest(id, OriginRequest.FIRST, lives, new byte[] {(byte) lives});
        acceptor = parts.acceptors().get();
        if (disk != null) acceptor.restore(new WireReader(disk));
        if (votesDisk != null) acceptor.restore(Vote.read(new WireReader(votesDisk)));
        proposer = new Proposer(this, parts.quorums(), acceptor, parts.picker());
        learner = new Learner(parts.quorums());
    }

    boolean mayHaveProposed(Name name) {
        if (name.isNone()) return true;
        boolean own = name.part() > 0 ? Ballot.owner(name.number()) == id : name.number() <= lives;
        return own && proposes && name.composer() == id;
    }

    void persist() {
        boolean state = coin.getAsBoolean();
        if (state) {
            WireWriter out = new WireWriter(32);
            acceptor.write(out);
            disk = out.toByteArray();
            durable = changes;
        }
        if (!state || coin.getAsBoolean()) {
            if (unwrittenVote != null) votesDisk = unwrittenVote;
            durableVotes = votes;
        }
        while (!held.isEmpty() && isDurable(held.peekFirst())) {
            Held next = held.removeFirst();
            send(next.to(), next.message());
        }
        drain();
    }

    private boolean isDurable(Held message) {
        return message.stamp() <= durable && message.votes() <= durableVotes;
    }

    void campaign() {
        proposer.prepare(0, 0);
        drain();
    }

    void onMessage(int from, Message message) {
        dispatch(from, message);
        drain();
    }

    private void drain() {
        for (Message own; (own = toSelf.pollFirst()) != null; ) dispatch(id, own);
    }

    private void dispatch(int from, Message message) {
        if (message instanceof Prepare m) onPrepare(from, m);
        else if (message instanceof Ack m) proposer.onAck(from, m);
        else if (message instanceof Confirm m) onConfirm(from, m);
        else if (message instanceof Confirmed m) onConfirmed(from, m);
        else if (message instanceof Accept m) onAccept(m);
        else if (message instanceof Any m) onAny(m);
        else if (message instanceof Propose m) onPropose(m);
        else if (message instanceof Accepted m) onAccepted(from, m);
    }

    private void onPrepare(int from, Prepare m) {
        if (from == id) proposer.onPrepared(m.ballot());
        if (!acceptor.prepare(m.ballot())) return;
        if (m.ballot() > proposer.ballot()) proposer.stop();
        changed();
        List<Vote> votes = acceptor.votes(m.from(), Long.MAX_VALUE);
        sendDurably(
                from, new Ack(m.ballot(), m.from(), m.candidate(), incarnation(), 0, 0, 0, votes));
    }

    private void onConfirm(int from, Confirm m) {
        if (m.ballot() == acceptor.promised())
            send(from, new Confirmed(m.ballot(), m.round(), m.candidate()));
    }

    private void onConfirmed(int from, Confirmed m) {
        if (!proposer.onConfirmed(from, m) || proposer.next() > SLOT) return;
        if (parts.quorums().fast() > 0 && coin.getAsBoolean()) {
            broadcast(new Any(proposer.ballot(), SLOT));
        } else {
            proposer.admit(wanted);
            proposer.pump();
        }
    }

    private void onAccept(Accept m) {
        if (m.ballot() > acceptor.promised()) changed();
        if (!acceptor.accept(m.ballot(), m.slot(), m.value())) return;
        vote(m.slot(), 0, acceptor.vote(m.slot())::write);
        tell();
    }

    private void onAny(Any m) {
        if (!acceptor.prepare(m.ballot())) return;
        changed();
        open = m.ballot();
        // When a fast ballot opens, a member with a value of its own may accept this value first,
        // so a fast quorum for one value needs members without a value.
        if (wanted != null && coin.getAsBoolean()) {
            Name name = Name.ofBatch(id, incarnation(), wanted.number(), 1);
            broadcast(new Propose(m.ballot(), SLOT, Value.named(name, List.of(wanted))));
        }
    }

    private void onPropose(Propose m) {
        if (m.ballot() != open) return;
        if (!acceptor.acceptFast(m.ballot(), m.slot(), m.value())) return;
        vote(m.slot(), 0, acceptor.vote(m.slot())::write);
        tell();
    }

    private void tell() {
        Vote v = acceptor.vote(SLOT);
        broadcastDurably(new Accepted(SLOT, v.ballot(), v.fast(), v.value().name()));
    }

    private void onAccepted(int from, Accepted m) {
        boolean decided =
                learner.accepted(members.rank(from), SLOT, m.ballot(), m.fast(), m.name());
        if (!decided) return;
        decisions++;
        if (learned == null) learned = m.name();
        else if (!learned.equals(m.name())) alsoLearned = m.name();
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Membership members() {
        return members;
    }

    @Override
    public LogConfig config() {
        return LogConfig.defaults();
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public long random(long bound) {
        return 0;
    }

    @Override
    public long applied() {
        return 0;
    }

    @Override
    public boolean mayVote(long slot) {
        return true;
    }

    @Override
    public boolean voter() {
        return true;
    }

    @Override
    public boolean isStateDurable() {
        return true;
    }

    @Override
    public long inside() {
        return 0;
    }

    @Override
    public int beside() {
        return 0;
    }

    @Override
    public boolean mayRecord() {
        return true;
    }

    @Override
    public boolean mayPromise(long from) {
        return true;
    }

    @Override
    public long durable() {
        return 0;
    }

    @Override
    public Incarnation incarnation() {
        return new Incarnation(1, id);
    }

    @Override
    public boolean recovering() {
        return false;
    }

    @Override
    public void admitted(long through) {}

    @Override
    public void send(int to, Message message) {
        if (to == id) toSelf.addLast(message);
        else post.send(id, to, message);
    }

    @Override
    public void sendDurably(int to, Message message) {
        boolean now = parts.hastyPrepare() && message instanceof Prepare;
        Held waits = new Held(changes, votes, to, message);
        if (now || (held.isEmpty() && isDurable(waits))) send(to, message);
        else held.addLast(waits);
    }

    @Override
    public void changed() {
        changes++;
    }

    @Override
    public void vote(long slot, int bytes, Consumer<WireWriter> content) {
        WireWriter out = new WireWriter(32);
        content.accept(out);
        unwrittenVote = out.toByteArray();
        votes++;
    }

    @Override
    public void decided(long slot, Value value) {}

    @Override
    public boolean isDecisionOfPart(Value value) {
        return true;
    }

    @Override
    public void forgetDecided() {}

    @Override
    public boolean knows(long slot) {
        return false;
    }

    @Override
    public void behind(long slot, int who) {}

    @Override
    public long named() {
        return 0;
    }

    @Override
    public void provenThrough(long slot, Digest order) {}

    @Override
    public void lost(int member, long proven) {}

    @Override
    public Digest orderDigest(long slot) {
        return null;
    }

    @Override
    public long closed() {
        return 0;
    }

    @Override
    public boolean snapshotProven(long slot, Digest snapshot) {
        return false;
    }

    @Override
    public OwnRequests requests() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isNext(OriginRequest request) {
        return true;
    }

    @Override
    public boolean isOrdered(int origin, long request) {
        return false;
    }

    @Override
    public void beginPledge(Wait what, long number) {}

    @Override
    public void endPledge(Wait what, long number) {}

    @Override
    public void giveUp(Wait what, long throughNumber) {}

    @Override
    public void report(String line) {}

    @Override
    public long era() {
        return 1;
    }

    @Override
    public void refuse(int from, Object message, Refusals.Reason reason) {}

    @Override
    public void halt(String reason) {
        throw new IllegalStateException(reason);
    }
}

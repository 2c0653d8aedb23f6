package io.abcast.ordering.paxos;

import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Repeats;
import io.abcast.ordering.log.UndecidedSlot;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Accepted;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Admit;
import io.abcast.ordering.paxos.PaxosMessage.Any;
import io.abcast.ordering.paxos.PaxosMessage.Confirm;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import io.abcast.ordering.paxos.PaxosMessage.Given;
import io.abcast.ordering.paxos.PaxosMessage.Heartbeat;
import io.abcast.ordering.paxos.PaxosMessage.HeartbeatAck;
import io.abcast.ordering.paxos.PaxosMessage.Join;
import io.abcast.ordering.paxos.PaxosMessage.Nack;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import io.abcast.ordering.paxos.PaxosMessage.Propose;
import io.abcast.ordering.paxos.PaxosMessage.Want;
import java.util.List;

/**
 * The engine of classical Paxos and Fast Paxos, which decides one value in each slot of a log. Each ballot has one
 * owner, the member that leads the ballot. One preparation phase of a ballot covers all undecided slots; after the
 * preparation each slot needs only an acceptance phase. As in Mahamdi et al., 2023, section II-C, acceptors broadcast
 * the values that they have accepted, and every member decides by the acceptors' messages alone.
 *
 * <p>The engine runs Fast Paxos if {@code Quorums} has a size of fast quorums. When the leader of Fast Paxos has
 * nothing to propose, it opens its ballot, so that all members may propose values. If two proposals collide, the leader
 * prepares a new ballot, and for some time only the leader proposes values.
 *
 * <p>Paxos makes progress only if one member leads for long enough; safety does not depend on the leader.
 */
public class Paxos implements Consensus {
    private static final long AHEAD_MAX = 1 << 14;

    private static final int FORWARD_BYTES_MAX = 1 << 18;

    /**
     * Number of times that a member sends an undecided request to the acceptors again, before it sends the request to
     * the leader.
     */
    private static final int FAST_RETRIES = 3;

    private final Ports ports;
    private final Quorums quorums;
    private final Acceptor acceptor;
    private final Picker picker;

    // The fields from learner to missing hold state from messages of the present ensemble; begin()
    // replaces them when the member joins another ensemble.
    private Learner learner;
    private Proposer proposer;
    private FastProposer fast;
    private FastOpening opening;
    private QuorumContact heard;
    private BallotTimeout ballotTimeout;
    private UndecidedSlot undecided;
    private StallBackoff standstill;
    private Admissions admissions;
    private MissingValues missing;

    private Owed owed;

    /** A promise that this member sends once all decisions up to slot {@code needed} are durable. */
    private record Owed(int to, Prepare question, int beside, long needed) {}

    /** The highest applied slot in which this member did not vote for the decided value. */
    private long unvoted;

    private long heartbeatNanos;

    private long outbid;

    private long led;

    private long heardNanos;

    private boolean ledWithQuorum;

    /**
     * Time in ns of the last heartbeat in which the leader of ballot {@link #led} stated that it receives answers of
     * this member.
     */
    private long heardThereNanos;

    private long forwardedNanos;

    private int forwards;

    private long movedNanos;

    private long filledNanos;

    public Paxos(Ports ports, Quorums quorums) {
        this(ports, quorums, new Acceptor(), new Picker(quorums));
    }

    /**
     * Creates an engine with the given acceptor and picker. Tests pass an acceptor or a picker with one broken rule, to
     * show that a checker finds the fault.
     */
    public Paxos(Ports ports, Quorums quorums, Acceptor acceptor, Picker picker) {
        this.ports = ports;
        this.quorums = quorums;
        this.acceptor = acceptor;
        this.picker = picker;
        begin();
    }

    private void begin() {
        learner = new Learner(quorums);
        proposer = new Proposer(ports, quorums, acceptor, picker);
        fast = new FastProposer(ports);
        opening = new FastOpening(ports);
        heard = new QuorumContact(ports);
        ballotTimeout = new BallotTimeout(ports);
        undecided = new UndecidedSlot(ports);
        standstill = new StallBackoff(ports, undecided);
        admissions = new Admissions(ports);
        missing = new MissingValues(ports, acceptor);
        owed = null;
        outbid = Ballot.NONE;
        led = Ballot.NONE;
        ledWithQuorum = false;
    }

    @Override
    public void renew() {
        proposer.stop();
        acceptor.forget(Long.MAX_VALUE);
        begin();
        start();
    }

    @Override
    public void restore(WireReader in) {
        acceptor.restore(in);
    }

    @Override
    public void write(WireWriter out) {
        acceptor.write(out);
    }

    @Override
    public void restoreVote(WireReader in) {
        acceptor.restore(Vote.read(in));
    }

    @Override
    public long closed() {
        return Long.MAX_VALUE;
    }

    @Override
    public void start() {
        ballotTimeout.begin();
        movedNanos = ports.nowNanos();
    }

    @Override
    public void onTick() {
        long now = ports.nowNanos();
        undecided.onTick(firstUndecided());
        if (undecided.slot() != 0) fillUnproposed(now);
        missing.onTick();
        if (proposer.isLeading()) leaderTick(now);
        else if (proposer.waitsForDisk() || (proposer.isPreparing() && !ballotTimeout.isOver())) {
            proposer.onTick();
        } else if (ballotTimeout.isOver() && ports.voter()) {
            if (proposer.isPreparing() && proposer.preparation().isDeaf()) askAgain();
            else campaign();
        }
        if (!proposer.isLeading()) forwardAgain(now);
    }

    /**
     * Sends unordered requests to the leader again, at growing intervals, because copies at a constant rate could
     * overload a slow network permanently.
     */
    private void forwardAgain(long now) {
        if (fast.retry(FAST_RETRIES)) return;
        if (now - forwardedNanos < Repeats.interval(ports, forwards)) return;
        forwardedNanos = now;
        if (!ports.requests().hasSent()) return;
        forwards++;
        forward(ports.requests().sent(FORWARD_BYTES_MAX));
    }

    /**
     * If a slot with votes stays undecided, asks the leader to propose the empty value in every slot up to it, because
     * a leader without requests would propose nothing.
     */
    private void fillUnproposed(long now) {
        long retry = ports.config().retryNanos();
        if (now - Math.max(undecided.sinceNanos(), filledNanos) <= 2 * retry) return;
        filledNanos = now;
        long last = highestVoted();
        if (!proposer.isLeading()) {
            if (leader() != 0) ports.send(leader(), new Reach(last));
        } else if (last >= proposer.next()) {
            reach(last);
        }
    }

    private void leaderTick(long now) {
        if (!hasQuorum()) {
            ports.report("ballot " + Ballot.toString(proposer.ballot()) + " ends: " + noQuorum());
            stepDown();
            ballotTimeout.begin();
            return;
        }
        if (standstill.isDue()) {
            ports.report(undecided.reason("preparing a new ballot"));
            standstill.onPrepare();
            campaign();
            return;
        }
        if (now - heartbeatNanos >= ports.config().heartbeatNanos()) heartbeat();
        proposer.repeat(learner);
        if (!opening.isOpen() && ports.requests().hasSent())
            for (OriginRequest request : ports.requests().sent(FORWARD_BYTES_MAX))
                proposer.admit(request);
        if (quorums.fast() == 0) return;
        if (opening.isOpen()) {
            long retry = ports.config().retryNanos();
            boolean stuck = learner.highest() > ports.applied() && now - movedNanos > 2 * retry;
            if (fast.retry(FAST_RETRIES)) return;
            if (stuck || proposer.hasQueued() || fast.failed(FAST_RETRIES)) fallBack("no progress");
        } else if (opening.mayOpen() && !proposer.isOpen() && !proposer.hasQueued()) {
            opening.open(proposer.next());
            ports.broadcast(new Any(proposer.ballot(), opening.from()));
        }
    }

    @Override
    public void onBatchEnd() {
        if (proposer.isLeading() && !opening.isOpen()) {
            if (ports.requests().hasUnsent())
                for (OriginRequest request : ports.requests().takeUnsent(FORWARD_BYTES_MAX))
                    proposer.admit(request);
            proposer.pump();
        } else if (fast.isOpen(acceptor.promised())) {
            long free = highestVoted() + 1;
            fast.propose(Math.max(free, ports.applied() + 1));
        } else if (leader() != 0 && leader() != ports.id() && ports.requests().hasUnsent()) {
            forward(ports.requests().takeUnsent(FORWARD_BYTES_MAX));
            forwardedNanos = ports.nowNanos();
        }
    }

    private void forward(List<OriginRequest> requests) {
        int leader = leader();
        if (leader != 0 && leader != ports.id()) ports.send(leader, new Forward(requests));
    }

    private void campaign() {
        opening.close();
        ballotTimeout.begin();
        admissions.onPrepare();
        proposer.prepare(Math.max(led, outbid), ballotTimeout.doublings());
        onPromised();
    }

    private void askAgain() {
        ballotTimeout.begin();
        proposer.preparation().askAgain();
    }

    private void onAck(int from, Ack m) {
        if (proposer.onAck(from, m)) heard.from(from);
        boolean own = m.candidate().equals(ports.incarnation());
        // A late promise of a ballot that this member has led does not lengthen its wait, because a
        // leader never waits for the promises of all members.
        if (own && proposer.isPreparing() && m.ballot() < proposer.ballot() && m.ballot() > led)
            ballotTimeout.onLate(m.ballot());
    }

    private void onConfirmed(int from, Confirmed m) {
        if (!proposer.onConfirmed(from, m)) return;
        led = proposer.ballot();
        ballotTimeout.onLed();
        standstill.onLead();
        heartbeat();
        admissions.onLead(led, proposer.preparation());
    }

    private void onHeartbeatAck(int from, HeartbeatAck m) {
        if (m.ballot() == proposer.ballot()) heard.from(from);
    }

    private void onJoin(int from, Join m) {
        if (!proposer.isLeading() || !admissions.onJoin(from, m.who())) return;
        ports.report("member " + from + " has lost its votes: preparing a new ballot");
        campaign();
    }

    /**
     * The first slot that this member has not applied, if a member has voted in this or a higher slot, or this leader
     * has a proposal there; otherwise 0.
     */
    private long firstUndecided() {
        long last = highestVoted();
        if (proposer.isLeading()) last = Math.max(last, proposer.next() - 1);
        return last > ports.applied() ? ports.applied() + 1 : 0;
    }

    private long highestVoted() {
        return Math.max(learner.highest(), acceptor.highest());
    }

    private void heartbeat() {
        heartbeatNanos = ports.nowNanos();
        ports.broadcast(
                new Heartbeat(proposer.ballot(), ports.applied(), opening.from(), heard.ranks()));
    }

    private void fallBack(String why) {
        ports.report("fast ballot " + Ballot.toString(proposer.ballot()) + " ends: " + why);
        opening.failed();
        campaign();
    }

    private void stepDown() {
        proposer.stop();
        opening.close();
    }

    @Override
    public void reach(long slot) {
        if (!proposer.isLeading() || slot <= ports.applied()) return;
        if (opening.isOpen()) fallBack("a read waits");
        proposer.fill(slot);
    }

    @Override
    public void onMessage(int from, Message message) {
        if (from != ports.id()) proposer.preparation().heard(ports.members().rank(from));
        try {
            dispatch(from, message);
        } catch (Contradiction e) {
            ports.halt(e.getMessage());
        }
    }

    private void dispatch(int from, Message message) {
        if (message instanceof Prepare m) onPrepare(from, m);
        else if (message instanceof Ack m) onAck(from, m);
        else if (message instanceof Accept m) onAccept(from, m);
        else if (message instanceof Accepted m) onAccepted(from, m);
        else if (message instanceof Nack m) onNack(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof HeartbeatAck m) onHeartbeatAck(from, m);
        else if (message instanceof Confirm m) onConfirm(from, m);
        else if (message instanceof Confirmed m) onConfirmed(from, m);
        else if (message instanceof Join m) onJoin(from, m);
        else if (message instanceof Admit m) onAdmit(from, m);
        else if (message instanceof Any m) onAny(from, m.ballot(), m.from());
        else if (message instanceof Propose m) onPropose(m);
        else if (message instanceof Forward m) onForward(m);
        else if (message instanceof Want m) missing.onWant(from, m);
        else if (message instanceof Given m) missing.onGiven(m);
    }

    /**
     * Mahamdi et al., 2023, section IV-E: "Any additional message received after the quorum has been reached is
     * useless". Therefore the transport may hold a member's vote with the probability that a quorum does not need this
     * vote.
     */
    @Override
    public Hold hold(Message message) {
        if (!(message instanceof Accepted vote)) return Hold.NEVER;
        int quorum = vote.fast() ? quorums.fast() : quorums.classic();
        double spare = 1 - (double) quorum / quorums.acceptors();
        return new Hold(spare, ports.config().heartbeatNanos());
    }

    private void onForward(Forward m) {
        if (!proposer.isLeading()) return;
        for (OriginRequest request : m.requests()) proposer.admit(request);
    }

    private void onPrepare(int from, Prepare m) {
        if (Ballot.owner(m.ballot()) != from) return;
        if (from == ports.id()) proposer.onPrepared(m.ballot());
        if (m.ballot() > acceptor.promised() && isServedByAnother(from)) return;
        boolean remembers = ports.mayPromise(m.from());
        int beside = remembers ? 0 : ports.beside();
        boolean mayPromise = remembers || beside != 0;
        if (!mayPromise) return;
        long before = acceptor.promised();
        if (!acceptor.prepare(m.ballot())) {
            ports.send(from, new Nack(m.ballot(), before));
            return;
        }
        if (m.ballot() > before) {
            ports.changed();
            onPromised();
        }
        if (from != ports.id()) {
            if (m.ballot() > proposer.ballot()) stepDown();
            // Only a Prepare of a new ballot restarts this member's wait for a leader: a candidate
            // that repeats Prepare and gets no answer must not make other candidates wait longer.
            if (m.ballot() > before) ballotTimeout.begin(m.doublings());
        }
        owed = new Owed(from, m, beside, unvoted);
        sayOwed();
    }

    /**
     * Whether this member has received, within the election timeout, a heartbeat of a leader with a quorum other than
     * {@code from}. If this member receives a leader's heartbeats, only the link between {@code from} and the leader is
     * broken, and a new ballot of {@code from} would interrupt the other members.
     */
    private boolean isServedByAnother(int from) {
        if (from == ports.id()) return false;
        if (proposer.isLeading()) return hasQuorum();
        return led != Ballot.NONE
                && Ballot.owner(led) != from
                && Ballot.owner(led) != ports.id()
                && ledWithQuorum
                && ports.nowNanos() - heardNanos < ports.config().electionTimeoutNanos();
    }

    /**
     * Forgets decisions that this member has not applied yet, because the newly promised ballot decides their slots
     * again. After a loss of storages, this member may alone know an unapplied decision, without a vote that shows it,
     * so the new ballot may decide another value.
     */
    private void onPromised() {
        ports.forgetDecided();
        missing.forget(Long.MAX_VALUE);
    }

    /**
     * Sends the promise that this member has made and has not sent yet. The promise must name each applied slot, as
     * durable or by a vote; otherwise a decision that only this member knows could be lost. So the member waits until
     * all applied slots without its vote for the decided value are durable.
     */
    private void sayOwed() {
        if (owed == null || ports.durable() < owed.needed()) return;
        Prepare m = owed.question();
        long durable = ports.durable();
        List<Vote> votes = acceptor.votes(Math.max(m.from(), durable + 1), Long.MAX_VALUE);
        // The log holds only the first entries of the value decided in this slot. A vote for a
        // value that does not begin with the logged entries is not for the decided value, so the
        // promise must omit it.
        long inside = ports.inside();
        votes.removeIf(v -> v.slot() == inside && !ports.isDecisionOfPart(v.value()));
        Ack ack =
                new Ack(
                        m.ballot(),
                        m.from(),
                        m.candidate(),
                        ports.incarnation(),
                        durable,
                        inside,
                        owed.beside(),
                        votes);
        if (m.ballot() == acceptor.promised()) ports.sendDurably(owed.to(), ack);
        owed = null;
    }

    private void onConfirm(int from, Confirm m) {
        if (Ballot.owner(m.ballot()) != from || !ports.voter()) return;
        if (m.ballot() < acceptor.promised())
            ports.send(from, new Nack(m.ballot(), acceptor.promised()));
        else if (m.ballot() == acceptor.promised() && m.acceptor().equals(ports.incarnation()))
            ports.send(from, new Confirmed(m.ballot(), m.round(), m.candidate()));
    }

    @Override
    public void askAdmission() {
        int leader = leader();
        if (leader != 0) ports.send(leader, new Join(ports.incarnation()));
    }

    private void onAdmit(int from, Admit m) {
        boolean asked = ports.recovering() && m.who().equals(ports.incarnation());
        if (!asked || Ballot.owner(m.ballot()) != from || !acceptor.prepare(m.ballot())) return;
        ports.admitted(m.through());
    }

    private void onAccept(int from, Accept m) {
        if (Ballot.owner(m.ballot()) != from) return;
        if (m.ballot() < acceptor.promised()) {
            ports.send(from, new Nack(m.ballot(), acceptor.promised()));
            return;
        }
        heard(m.ballot());
        long slot = m.slot();
        if (slot <= ports.applied()) ports.send(from, new Applied(ports.applied()));
        missing.onValue(slot, m.value());
        if (!mayVote(slot) || !isNear(slot)) return;
        Vote before = acceptor.vote(slot);
        // A vote in a ballot implies a promise of this ballot, which must be stored separately,
        // because the member drops the vote when the slot is decided.
        if (m.ballot() > acceptor.promised()) ports.changed();
        acceptor.accept(m.ballot(), slot, m.value());
        Vote now = acceptor.vote(slot);
        if (before == null || before.ballot() != m.ballot())
            ports.vote(slot, now.bytes(), now::write);
        broadcastVote(now);
    }

    /**
     * Whether this member may vote in {@code slot}. A member that was started with {@code bootstrap} may vote in every
     * slot: its promise is above all ballots that the joined voters knew, so its new votes outrank its forgotten votes.
     */
    private boolean mayVote(long slot) {
        boolean beside = ports.beside() != 0 && ports.mayRecord();
        return beside || ports.mayVote(slot);
    }

    private void broadcastVote(Vote v) {
        assert v.ballot() <= acceptor.promised() : v + ", promised " + acceptor.promised();
        ports.broadcastDurably(new Accepted(v.slot(), v.ballot(), v.fast(), v.value().name()));
    }

    private boolean isNear(long slot) {
        return slot > ports.applied() && slot <= ports.applied() + AHEAD_MAX;
    }

    private void onNack(int from, Nack m) {
        long mine = proposer.ballot();
        boolean own = proposer.isPreparing() || proposer.isLeading();
        if (m.ballot() != mine || m.promised() <= mine || !own) return;
        // The next ballot of this member must be higher than the ballot that the refusing member
        // has promised.
        outbid = Math.max(outbid, m.promised());
        boolean mayWin = proposer.preparation().onRefused(ports.members().rank(from));
        if (proposer.isPreparing() && mayWin) return;
        ports.report(
                "ballot "
                        + Ballot.toString(mine)
                        + " ends: a member has promised "
                        + Ballot.toString(m.promised()));
        boolean serves = proposer.isLeading() && hasQuorum();
        stepDown();
        // A quorum still follows this member as leader, so this member starts its next ballot at
        // once instead of after an election timeout.
        if (serves) campaign();
        else ballotTimeout.begin();
    }

    private void onHeartbeat(int from, Heartbeat m) {
        if (Ballot.owner(m.ballot()) != from) return;
        if (m.ballot() < acceptor.promised()) {
            ports.send(from, new Nack(m.ballot(), acceptor.promised()));
            return;
        }
        heard(m.ballot());
        if (m.ballot() == led) {
            ledWithQuorum = Integer.bitCount(m.heard()) >= quorums.classic();
            boolean heardThere = (m.heard() >> ports.members().rank(ports.id()) & 1) != 0;
            if (heardThere) heardThereNanos = ports.nowNanos();
        }
        if (ports.voter() && from != ports.id()) ports.send(from, new HeartbeatAck(m.ballot()));
        ports.behind(m.applied(), from);
        if (m.any() != 0) onAny(from, m.ballot(), m.any());
    }

    private void heard(long ballot) {
        if (ballot < led) return;
        boolean isNew = ballot > led;
        if (led == Ballot.NONE || Ballot.owner(ballot) != Ballot.owner(led))
            heardThereNanos = ports.nowNanos();
        led = ballot;
        if (isNew) ledWithQuorum = true;
        heardNanos = ports.nowNanos();
        ballotTimeout.onLed();
        if (!proposer.isLeading() || ballot > proposer.ballot()) ballotTimeout.begin();
        if (ballot > proposer.ballot()) stepDown();
        if (!isNew) return;
        forwards = 0;
        forwardedNanos = ports.nowNanos() - ports.config().retryNanos();
    }

    private void onAny(int from, long ballot, long slot) {
        if (Ballot.owner(ballot) != from || ballot < acceptor.promised()) return;
        heard(ballot);
        if (ballot > acceptor.promised() && ports.voter()) {
            acceptor.prepare(ballot);
            ports.changed();
        }
        fast.opened(ballot, slot);
    }

    private void onPropose(Propose m) {
        boolean open =
                m.ballot() == acceptor.promised()
                        && fast.isOpen(m.ballot())
                        && m.slot() >= fast.from();
        if (!open || !isNear(m.slot()) || !mayVote(m.slot())) return;
        Vote before = acceptor.vote(m.slot());
        acceptor.acceptFast(m.ballot(), m.slot(), m.value());
        Vote now = acceptor.vote(m.slot());
        if (!now.equals(before)) ports.vote(m.slot(), now.bytes(), now::write);
        broadcastVote(now);
    }

    private void onAccepted(int from, Accepted m) {
        long slot = m.slot();
        if (slot > ports.applied() + AHEAD_MAX) ports.behind(slot, from);
        if (!isNear(slot)) return;
        int rank = ports.members().rank(from);
        boolean decided = learner.accepted(rank, slot, m.ballot(), m.fast(), m.name());
        if (!decided) {
            boolean fastRound = proposer.isLeading() && opening.isOpen();
            if (fastRound && learner.collided(slot, proposer.ballot()))
                fallBack("a collision in slot " + slot);
            return;
        }
        if (ports.knows(slot)) return;
        Value value = find(slot, m.name());
        if (value == null) missing.add(slot, m.name());
        else ports.decided(slot, value);
    }

    private Value find(long slot, Name name) {
        if (name.isNone()) return Value.NOTHING;
        Vote vote = acceptor.vote(slot);
        if (vote != null && vote.value().name().equals(name)) return vote.value();
        Value proposed = proposer.at(slot);
        if (proposed != null && proposed.name().equals(name)) return proposed;
        return fast.at(slot, name);
    }

    @Override
    public void onApplied(long slot, Value value) {
        opening.onApplied(slot);
        Vote vote = acceptor.vote(slot);
        if (vote == null || !vote.value().name().equals(value.name())) unvoted = slot;
        moved(slot);
    }

    @Override
    public void onCaughtUp(long slot) {
        unvoted = slot;
        moved(slot);
    }

    private void moved(long slot) {
        movedNanos = ports.nowNanos();
        forwards = 0;
        standstill.onApplied();
        learner.forget(slot);
        missing.forget(slot);
        proposer.onApplied(slot);
        fast.onApplied(slot);
    }

    @Override
    public void onDurable(long slot) {
        acceptor.forget(slot);
        sayOwed();
    }

    @Override
    public long highestAccepted() {
        return acceptor.highest();
    }

    /**
     * Returns true, because a member that has forgotten votes takes part in a linearizable read only after its log
     * contains the slots in which it may have voted.
     */
    @Override
    public boolean answersReads() {
        return true;
    }

    @Override
    public int readQuorum() {
        // With an even number of members, half of the members would suffice for a read. But the
        // read could miss a decision, if the other half of the members had forgotten their votes.
        return ports.members().quorum();
    }

    @Override
    public long readIndex(long[] answers) {
        return answers[answers.length - 1];
    }

    @Override
    public int witnesses() {
        return 1;
    }

    @Override
    public boolean leads() {
        return proposer.isLeading();
    }

    @Override
    public boolean campaigns() {
        return proposer.isPreparing();
    }

    @Override
    public long round() {
        return Ballot.round(Math.max(led, acceptor.promised()));
    }

    @Override
    public int leader() {
        if (proposer.isLeading()) return ports.id();
        boolean none = led == Ballot.NONE || isSilent() || Ballot.owner(led) == ports.id();
        return none ? 0 : Ballot.owner(led);
    }

    private boolean isSilent() {
        return ports.nowNanos() - heardNanos > 2 * ports.config().electionTimeoutNanos();
    }

    /**
     * Whether the leader has not confirmed for two election timeouts that it receives this member's answers to
     * heartbeats; false without the right to vote.
     */
    private boolean isUnheard() {
        return ports.voter()
                && ports.nowNanos() - heardThereNanos > 2 * ports.config().electionTimeoutNanos();
    }

    private boolean hasQuorum() {
        return heard.count() >= quorums.classic();
    }

    private String noQuorum() {
        return "no quorum: "
                + heard.count()
                + " of "
                + ports.members().size()
                + " voters have answered, expected "
                + quorums.classic();
    }

    @Override
    public long slotsMax() {
        return AHEAD_MAX;
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        acceptor.visitQueues(to, AHEAD_MAX + ports.applied() - ports.durable());
        learner.visitQueues(to, AHEAD_MAX);
        missing.visitQueues(to);
        proposer.visitQueues(to, AHEAD_MAX);
    }

    @Override
    public String impediment() {
        boolean owns = proposer.isLeading() || proposer.isPreparing();
        if (owns && !hasQuorum()) return noQuorum();
        if (proposer.isPreparing() && isSilent()) return proposer.preparation().impediment();
        if (!owns && leader() == 0) return "no leader";
        if (!owns && !ledWithQuorum) return "leader " + leader() + " has no quorum";
        if (!owns && isUnheard())
            return "leader " + leader() + " receives no answer from this member";
        if (!undecided.isReported()) return "";
        String doing =
                proposer.isPreparing()
                        ? "preparing ballot " + Ballot.toString(proposer.ballot())
                        : owns
                                ? "leading ballot " + Ballot.toString(proposer.ballot())
                                : "following ballot " + Ballot.toString(led);
        return undecided.reason(doing);
    }

    @Override
    public long promised() {
        return acceptor.promised();
    }

    @Override
    public void rejoin(long promised, long through) {
        acceptor.prepare(Ballot.after(promised, ports.id()));
    }

    @Override
    public int foundersMin() {
        return quorums.classic();
    }

    @Override
    public int votersMin() {
        return quorums.classic();
    }

    @Override
    public long admissions() {
        return admissions.admitted();
    }
}

package io.abcast.ordering.fbp;

import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.Heartbeat;
import io.abcast.ordering.fbp.FbpMessage.Learned;
import io.abcast.ordering.fbp.FbpMessage.Need;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpMessage.Satisfied;
import io.abcast.ordering.fbp.FbpMessage.Suspect;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Proposals;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import java.util.List;
import java.util.TreeMap;

/**
 * Fast Byzantine Paxos of Martin and Alvisi 2006 over the slots of a log: in the common case a value is learned two steps after its
 * leader has proposed it, although f of n &gt;= 5f+1 members may do anything, the leader among them. Members lead in turn: the
 * leader of regency r is the one with rank r mod n. Enough suspicions end a regency; its successor's leader collects signed reports and may
 * propose only what they do not forbid ({@link Certificate}, with the proof that nothing decided is lost).
 *
 * <p>An origin sends its requests to all; nobody accepts a request that its origin has not sent to it, unless an honest acceptor
 * has. So no leader can invent one.
 *
 * <p>Assumed: links tell truly who has sent a message; signatures cannot be forged. State transfer by snapshots believes its source.
 */
public final class Fbp implements Consensus {
    private static final int FORWARD_BYTES_MAX = 1 << 18;

    /** Windows beyond the checkpoint in which an acceptor votes: what it must remember. */
    private static final long WINDOWS_MAX = 4;

    /** From then on they are as far apart as they become: 16 retries. */
    private static final int REPEATS_MAX = 4;

    /** Values that have taken effect at a leader and not everywhere, said again at a time. */
    private static final int REMINDED_MAX = 64;

    private final Ports ports;
    private final FbpQuorums quorums;
    private final FbpAcceptor acceptor;
    private final FbpLearner learner;
    private final Checkpoints checkpoints;
    private final Suspicions suspicions;
    private final Proposals proposals;
    private final HeardRequests heard;
    private final long window;

    private boolean suspecting;
    private boolean leading;
    private final TreeMap<Integer, Report> reports = new TreeMap<>();
    private long next;
    private long heartbeatNanos;
    private long heardNanos;
    private long retriedNanos;
    private long suspectedNanos;
    private long remindedNanos;

    /** Of what is large, since something has taken effect. */
    private int repeats;

    /** Since the checkpoint has moved. */
    private int reminders;

    private long patienceNanos;

    /** When this regency began here. */
    private long enteredNanos;

    private int fruitless;

    public Fbp(Ports ports, FbpQuorums quorums, Signer signer) {
        this(ports, quorums, signer, new FbpAcceptor(quorums, signer), new FbpLearner(quorums));
    }

    /** With parts that may be broken, for tests that must fail. */
    Fbp(Ports ports, FbpQuorums quorums, Signer signer, FbpAcceptor acceptor, FbpLearner learner) {
        this.ports = ports;
        this.quorums = quorums;
        this.acceptor = acceptor;
        this.learner = learner;
        checkpoints = new Checkpoints(ports, quorums, signer);
        suspicions = new Suspicions(quorums);
        proposals = new Proposals(ports);
        heard = new HeardRequests(ports);
        window = ports.config().window();
    }

    // ------------------------------------------------------------------ life

    @Override
    public void restore(WireReader in) {
        acceptor.restore(in);
    }

    @Override
    public void write(WireWriter out) {
        acceptor.write(out);
    }

    @Override
    public void start() {
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        patienceNanos = ports.config().silenceNanos() + ports.random(ports.config().silenceNanos());
        // Who has led before may have proposed what it does not know any more: it leads no regency
        // twice.
        boolean first = acceptor.isNew() && ports.applied() == 0;
        if (first && leaderOf(0) == ports.id()) leading = true;
        next = 1;
    }

    private int leaderOf(long r) {
        return ports.members().id((int) (r % ports.members().size()));
    }

    @Override
    public void onTick() {
        long now = ports.nowNanos();
        if (!ports.voter()) heardNanos = now;
        // Who has forgotten must not keep the others from suspecting it.
        if (leads()) leaderTick(now);
        checkpoints.onTick(acceptor.checkpoint());
        long retry = ports.config().retryNanos();
        if (suspecting && now - suspectedNanos >= retry) {
            suspectedNanos = now;
            ports.broadcast(new Suspect(acceptor.regency()));
        }
        // Requests and reports are large, and go to many: repeated at one pace they could fill a
        // slow
        // network for ever.
        if (now - retriedNanos >= retry << Math.min(REPEATS_MAX, repeats)) {
            retriedNanos = now;
            repeats++;
            if (ports.requests().hasSent())
                ports.broadcast(new Forward(ports.requests().sent(FORWARD_BYTES_MAX)));
            if (!acceptor.isCertified() && ports.voter()) report();
        }
        boolean silent = now - heardNanos > patienceNanos;
        boolean useless =
                now - enteredNanos > 2 * patienceNanos && heard.anyWaits(2 * patienceNanos);
        if (!suspecting && ports.voter() && (silent || useless)) suspect();
    }

    private void leaderTick(long now) {
        if (now - heartbeatNanos >= ports.config().heartbeatNanos()) {
            heartbeatNanos = now;
            ports.broadcast(new Heartbeat(acceptor.regency(), ports.applied()));
        }
        for (long slot : proposals.due(ports.config().retryNanos())) {
            if (learner.isSatisfied(slot)) continue;
            ports.broadcast(new Propose(acceptor.regency(), slot, proposals.at(slot)));
        }
        if (now - remindedNanos >= (2 * ports.config().retryNanos()) << reminders) remind(now);
    }

    /**
     * What has taken effect here, and is not known to have everywhere that matters: those who have not heard of it need votes, of this
     * regency perhaps.
     */
    private void remind(long now) {
        remindedNanos = now;
        reminders = Math.min(REPEATS_MAX, reminders + 1);
        int said = 0;
        for (Report.Vote vote : acceptor.votesThrough(ports.applied())) {
            if (vote.regency() != acceptor.regency() || said++ == REMINDED_MAX) continue;
            ports.broadcast(new Propose(vote.regency(), vote.slot(), vote.value()));
        }
    }

    @Override
    public void onBatchEnd() {
        if (ports.requests().hasUnsent())
            ports.broadcast(new Forward(ports.requests().takeUnsent(FORWARD_BYTES_MAX)));
        if (!leading || !ports.voter()) return;
        while (next <= ports.applied() + window) {
            Value value = proposals.poll();
            if (value == null) return;
            propose(next++, value);
        }
    }

    private void propose(long slot, Value value) {
        ports.broadcast(new Propose(acceptor.regency(), slot, value));
        // What has taken effect here is said once more for those who are behind; it waits for
        // nothing.
        if (slot > ports.applied()) proposals.opened(slot, value);
    }

    @Override
    public void reach(long slot) {
        while (leading && next <= Math.min(slot, ports.applied() + window))
            propose(next++, Value.NOTHING);
    }

    // ------------------------------------------------------------------ messages

    @Override
    public void onMessage(int from, Message message) {
        if (message instanceof Propose m) onPropose(from, m);
        else if (message instanceof Accepted m) onAccepted(from, m);
        else if (message instanceof Learned m) onLearned(from, m.slot());
        else if (message instanceof Satisfied m) onSatisfied(from, m.slot());
        else if (message instanceof Suspect m) onSuspect(from, m);
        else if (message instanceof Reported m) onReport(from, m.report());
        else if (message instanceof NewRegency m) onNewRegency(from, m);
        else if (message instanceof Need m) onNeed(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof Claimed m) onClaimed(from, m);
        else if (message instanceof Forward m) onForward(from, m);
    }

    /**
     * "Any additional message received after the quorum has been reached is useless" (Mahamdi et al. 2023, section IV-E), so votes are
     * held as often as a quorum can do without. Nobody's decision waits for who has learned. All the rest is critical.
     */
    @Override
    public Hold hold(Message message) {
        long most = ports.config().heartbeatNanos();
        if (message instanceof Accepted)
            return new Hold(1 - (double) quorums.accepted() / quorums.members(), most);
        boolean late = message instanceof Learned || message instanceof Satisfied;
        return late || message instanceof Claimed ? Hold.upTo(most) : Hold.NEVER;
    }

    private void onForward(int from, Forward m) {
        for (Value value : m.values()) {
            if (value.origin() != from) continue;
            heard.add(value);
            if (leading) proposals.admit(value);
        }
    }

    /** Of slots that are further away nothing is kept. */
    private boolean isNear(long slot) {
        return slot > ports.applied() - window && slot <= ports.applied() + 2 * window;
    }

    /** An acceptor votes for what is near, or for what others may need though it has taken effect here. */
    private boolean mayVote(long slot) {
        return slot <= ports.applied() + 2 * window
                && slot <= acceptor.checkpoint().slot() + WINDOWS_MAX * window
                && ports.mayVote(slot);
    }

    private void onPropose(int from, Propose m) {
        long slot = m.slot();
        if (m.regency() != acceptor.regency() || leaderOf(m.regency()) != from) return;
        if (!acceptor.isCertified()) {
            ports.send(from, new Need(m.regency()));
            return;
        }
        if (slot <= ports.applied()) ports.send(from, new Applied(ports.applied()));
        if (!mayVote(slot)) return;
        Report.Vote before = acceptor.vote(slot);
        Report.Vote vote = acceptor.accept(slot, m.value(), heard.contains(m.value()));
        if (vote == null) return;
        if (!vote.equals(before)) {
            ports.changed();
            if (slot > ports.applied()) ports.beginPledge(Wait.VOTES, slot);
        }
        ports.broadcastDurably(new Accepted(vote.regency(), slot, vote.value()));
    }

    private void onAccepted(int from, Accepted m) {
        long slot = m.slot();
        if (slot <= ports.applied() || !isNear(slot) || ports.knows(slot)) return;
        Report.Vote vote = new Report.Vote(slot, m.regency(), m.value());
        if (!learner.accepted(ports.members().rank(from), vote)) return;
        ports.endPledge(Wait.VOTES, slot);
        ports.broadcast(new Learned(slot, m.value().origin(), m.value().request()));
        if (!learner.isLearned(slot)) ports.beginPledge(Wait.LEARNERS, slot);
        ports.decided(slot, m.value());
    }

    private void onLearned(int from, long slot) {
        if (!isNear(slot) || !learner.learned(ports.members().rank(from), slot)) return;
        ports.endPledge(Wait.LEARNERS, slot);
        ports.broadcast(new Satisfied(slot));
    }

    private void onSatisfied(int from, long slot) {
        if (isNear(slot)) learner.satisfied(ports.members().rank(from), slot);
    }

    private void onHeartbeat(int from, Heartbeat m) {
        if (leaderOf(m.regency()) != from || m.regency() < acceptor.regency()) return;
        ports.behind(m.applied(), from);
        boolean known = m.regency() == acceptor.regency() && acceptor.isCertified();
        if (known && !suspecting) heardNanos = ports.nowNanos();
        if (!known) ports.send(from, new Need(m.regency()));
    }

    private void onClaimed(int from, Claimed m) {
        Checkpoint proven = checkpoints.onClaimed(from, m, acceptor.checkpoint());
        if (proven == null || !acceptor.prove(proven)) return;
        onProven();
    }

    private void onProven() {
        reminders = 0;
        remindedNanos = ports.nowNanos();
        long slot = acceptor.checkpoint().slot();
        ports.changed();
        ports.behind(slot, ports.members().id((int) ports.random(ports.members().size())));
    }

    // ------------------------------------------------------------------ regencies

    private void suspect() {
        suspecting = true;
        long regency = acceptor.regency();
        ports.report("suspects the leader of regency " + regency + ", " + leaderOf(regency));
        ports.broadcast(new Suspect(regency));
    }

    private void onSuspect(int from, Suspect m) {
        suspicions.add(ports.members().rank(from), m.regency());
        if (!suspecting && suspicions.believed() >= acceptor.regency()) suspect();
        long ended = suspicions.ended();
        if (ended >= acceptor.regency() && ports.voter()) enter(ended + 1);
    }

    private void enter(long newRegency) {
        acceptor.enter(newRegency);
        leading = false;
        suspecting = false;
        proposals.clear();
        reports.clear();
        ports.giveUp(Wait.VOTES, Long.MAX_VALUE);
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        // Regencies that follow on each other without a decision last longer and longer.
        long silence = ports.config().silenceNanos();
        patienceNanos = (silence << Math.min(4, fruitless++)) + ports.random(silence);
        ports.changed();
        report();
    }

    private void report() {
        Report report = acceptor.report(ports.id());
        ports.sendDurably(leaderOf(report.regency()), new Reported(report));
    }

    private void onReport(int from, Report report) {
        boolean counts =
                report.regency() == acceptor.regency()
                        && leaderOf(report.regency()) == ports.id()
                        && !acceptor.isCertified()
                        && report.member() == from
                        && acceptor.isSound(report, ports.members());
        if (!counts) return;
        reports.put(from, report);
        if (reports.size() < quorums.reports()) return;
        certify(new Certificate(quorums, List.copyOf(reports.values())));
        lead();
    }

    private void certify(Certificate valid) {
        if (acceptor.certify(valid)) onProven();
    }

    private void lead() {
        leading = true;
        heartbeatNanos = ports.nowNanos();
        Certificate certificate = acceptor.certificate();
        ports.broadcast(new NewRegency(acceptor.regency(), certificate.reports()));
        ports.broadcast(new Heartbeat(acceptor.regency(), ports.applied()));
        long start = certificate.checkpoint().slot() + 1;
        long highest = Math.min(certificate.highest(), start + WINDOWS_MAX * window);
        for (long slot = start; slot <= highest; slot++) propose(slot, certificate.pick(slot));
        next = Math.max(Math.max(start, highest + 1), ports.applied() + 1);
        ports.report("leading regency " + acceptor.regency() + " from slot " + start);
    }

    private void onNewRegency(int from, NewRegency m) {
        if (m.regency() < acceptor.regency() || leaderOf(m.regency()) != from) return;
        if (m.regency() == acceptor.regency() && acceptor.isCertified()) return;
        if (from == ports.id()) return;
        Certificate shown = new Certificate(quorums, m.reports());
        if (!acceptor.isValid(shown, m.regency(), ports.members())) {
            ports.report("certificate of regency " + m.regency() + " from " + from + " is none");
            return;
        }
        if (m.regency() > acceptor.regency() && ports.voter()) enter(m.regency());
        if (m.regency() != acceptor.regency()) return;
        certify(shown);
        heardNanos = ports.nowNanos();
    }

    private void onNeed(int from, Need m) {
        Certificate certificate = acceptor.certificate();
        if (m.regency() != acceptor.regency() || certificate == null || !leading) return;
        ports.send(from, new NewRegency(m.regency(), certificate.reports()));
    }

    // ------------------------------------------------------------------ the log

    @Override
    public void onApplied(long slot, Value value) {
        heard.onApplied(value);
        fruitless = 0;
        repeats = 0;
        onCaughtUp(slot);
    }

    @Override
    public void onCaughtUp(long slot) {
        ports.giveUp(Wait.VOTES, slot);
        ports.giveUp(Wait.LEARNERS, slot - window);
        learner.forget(slot, slot - window);
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }

    @Override
    public void onDurable(long slot) {
        checkpoints.onDurable(slot);
    }

    // ------------------------------------------------------------------ looks

    @Override
    public long highestAccepted() {
        return acceptor.highest();
    }

    @Override
    public int readQuorum() {
        return quorums.reports();
    }

    /** Not above what an honest one has said, and not below what was decided. */
    @Override
    public long readIndex(long[] answers) {
        return answers[answers.length - quorums.believed()];
    }

    @Override
    public int witnesses() {
        return quorums.believed();
    }

    @Override
    public boolean leads() {
        return leading && ports.voter();
    }

    @Override
    public boolean campaigns() {
        return suspecting;
    }

    @Override
    public long round() {
        return acceptor.regency();
    }

    @Override
    public int leader() {
        if (leads()) return ports.id();
        boolean silent = ports.nowNanos() - heardNanos > 2 * ports.config().silenceNanos();
        return acceptor.isCertified() && !silent ? leaderOf(acceptor.regency()) : 0;
    }
}

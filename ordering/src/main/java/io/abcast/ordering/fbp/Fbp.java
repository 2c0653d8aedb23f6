package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.AdmissionAsk;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Heartbeat;
import io.abcast.ordering.fbp.FbpMessage.Learned;
import io.abcast.ordering.fbp.FbpMessage.Need;
import io.abcast.ordering.fbp.FbpMessage.NewRegency;
import io.abcast.ordering.fbp.FbpMessage.Propose;
import io.abcast.ordering.fbp.FbpMessage.Reported;
import io.abcast.ordering.fbp.FbpMessage.Satisfied;
import io.abcast.ordering.fbp.FbpMessage.Suspect;
import io.abcast.ordering.fbp.FbpMessage.Want;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Backoff;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Proposals;
import io.abcast.ordering.log.Refusals.Reason;
import io.abcast.ordering.log.UndecidedSlot;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The engine of Fast Byzantine Paxos (Martin and Alvisi 2006), which decides one value in each slot of a log. In the
 * common case, the members learn a value two message delays after the leader has proposed the value. Of the n &gt;=
 * 5f+1 members, f members may behave arbitrarily, including the leader. The leader of regency r, the r-th term, is the
 * member with rank r mod n. A regency ends when {@code FbpQuorums#learned} members suspect the regency's leader. The
 * leader of the next regency collects signed reports of votes, and may propose only values that these reports do not
 * forbid. {@link Certificate} has the proof that no decision is lost.
 *
 * <p>An origin signs its requests and sends the requests to all members ({@link SignedBatches}). An acceptor accepts
 * only correctly signed requests, and it accepts a correctly signed request from any member that forwards the request.
 * So no leader can invent a request, and no origin can block the decision of a slot.
 *
 * <p>Assumptions: links identify the sender of a message correctly; no member can forge the signature of another
 * member.
 */
public final class Fbp implements Consensus {
    private static final int GIVEN_BYTES_MAX = 1 << 18;

    /**
     * Number of windows of slots above its checkpoint in which an acceptor may vote (see {@link #span}); a window has
     * {@code LogConfig.window} slots.
     */
    private static final long WINDOWS_MAX = 4;

    /**
     * Maximum number of times that the interval between two repetitions of a message doubles, from one retry interval
     * to 16.
     */
    private static final int REPEATS_MAX = 4;

    /**
     * Minimum time between two transmissions of one large report or certificate, in ns per byte: 500 ns limit the
     * repetitions to 2 MB/s, so that copies do not fill a link.
     */
    private static final long REPEAT_NANOS_PER_BYTE = 500;

    /** Minimum size in bytes of a report or certificate whose repetition {@link #REPEAT_NANOS_PER_BYTE} limits. */
    private static final long LARGE_BYTES = 1 << 14;

    private static final int REMINDED_MAX = 64;

    private final Ports ports;
    private final FbpQuorums quorums;
    private final FbpAcceptor acceptor;
    private final Decisions decisions;
    private final Checkpoints checkpoints;
    private final Suspicions suspicions;
    private final Proposals proposals;
    private final SignedBatches batches;
    private final Waiting waiting;
    private final Intake intake;
    private final Missing missing;
    private final UndecidedSlot undecided;
    private final SoundReports reports;
    private final FbpAdmissions admissions;

    private final Backoff certificateBackoff;

    private final Allowance certificateAnswers;

    private final long[] certificateSentNanos;

    private final long window;

    private boolean suspecting;
    private boolean leading;

    /**
     * The last regency (leader's term) that this member has led or is about to lead, or -1; durable before the member
     * proposes a value in the regency.
     */
    private long led = -1;

    /**
     * The last regency (leader's term) that this member may have led before its start, or -1. The member never leads it
     * or an earlier regency again, because it may have forgotten its proposals.
     */
    private long ledBefore = -1;

    private long next;
    private long heartbeatNanos;
    private long heardNanos;
    private long retriedNanos;

    private long reportedNanos;

    private long reportBytes;

    private long suspectedNanos;
    private long remindedNanos;
    private long neededNanos;

    /**
     * The last regency (leader's term) whose certificate has arrived and does not admit this member; -1 without such a
     * certificate.
     */
    private long closedRegency = -1;

    /**
     * The last regency (leader's term) whose certificate this bootstrapped member may not follow, because the report of
     * a joined member is missing; -1 without such a certificate.
     */
    private long partialRegency = -1;

    private long askedNanos;

    private int repeats;

    private int reminders;

    private long patienceNanos;

    private long enteredNanos;

    private int fruitless;

    public Fbp(Ports ports, FbpQuorums quorums, Signer signer) {
        this(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, new EraSigner(signer, ports::era), span(ports)),
                new FbpLearner(quorums),
                new SignedBatches(ports, signer));
    }

    Fbp(
            Ports ports,
            FbpQuorums quorums,
            Signer signer,
            FbpAcceptor acceptor,
            FbpLearner learner,
            SignedBatches batches) {
        this.ports = ports;
        this.quorums = quorums;
        this.acceptor = acceptor;
        this.batches = batches;
        checkpoints = new Checkpoints(ports, quorums, new EraSigner(signer, ports::era));
        suspicions = new Suspicions(quorums);
        proposals = new Proposals(ports);
        waiting = new Waiting(ports);
        intake = new Intake(ports, batches, waiting);
        missing = new Missing(ports, acceptor);
        undecided = new UndecidedSlot(ports);
        decisions = new Decisions(ports, learner, missing);
        reports = new SoundReports(ports, quorums);
        admissions = new FbpAdmissions(ports, new EraSigner(signer, ports::era));
        certificateBackoff = new Backoff(ports);
        certificateAnswers = new Allowance(ports, 1);
        certificateSentNanos = new long[ports.members().size()];
        window = ports.config().window();
    }

    static long span(Ports ports) {
        return WINDOWS_MAX * ports.config().window();
    }

    @Override
    public void restore(WireReader in) {
        acceptor.restore(in);
        checkpoints.restore(in);
        // A state that an older version of the program has written does not contain the last
        // regency that this member has led.
        ledBefore = in.remaining() == 0 ? acceptor.regency() : in.varint() - 1;
        led = ledBefore;
    }

    @Override
    public void write(WireWriter out) {
        acceptor.write(out);
        checkpoints.write(out);
        out.varint(1 + (leads() ? acceptor.regency() : led));
    }

    @Override
    public void restoreVote(WireReader in) {
        acceptor.restore(Report.Vote.read(in));
    }

    @Override
    public long closed() {
        return acceptor.settledSlot();
    }

    @Override
    public void start() {
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        patienceNanos =
                ports.config().electionTimeoutNanos()
                        + ports.random(ports.config().electionTimeoutNanos());
        boolean first = ledBefore < 0 && acceptor.isNew() && ports.applied() == 0;
        leading = first && leaderOf(0) == ports.id();
        next = 1;
        checkpoints.show(acceptor.checkpoint());
        checkpoints.start();
    }

    private int leaderOf(long r) {
        return ports.members().id((int) Math.floorMod(r, (long) ports.members().size()));
    }

    @Override
    public void onTick() {
        long now = ports.nowNanos();
        undecided.onTick(firstUndecided());
        if (!ports.voter()) heardNanos = now;
        // If this member has forgotten its votes and its turn to lead comes, leads() is false and
        // the other members suspect this member.
        if (leads()) leaderTick(now);
        checkpoints.onTick(acceptor.checkpoint());
        decisions.onTick();
        // A leader proposes no value before it has its certificate, and requests would delay the
        // reports for which it waits.
        int proposer = acceptor.isCertified() ? leaderOf(acceptor.regency()) : 0;
        intake.onTick(proposer, patienceNanos / 2);
        long retry = ports.config().retryNanos();
        // Until the certificate of the present regency (leader's term) arrives, this member repeats
        // its suspicion, because other members enter the regency only after enough suspicions.
        boolean entering = !acceptor.isCertified() && ports.voter();
        if ((suspecting || entering) && now - suspectedNanos >= retry) {
            suspectedNanos = now;
            ports.broadcast(new Suspect(acceptor.regency() - (suspecting ? 0 : 1)));
        }
        // A bootstrapped member that may not follow the present certificate asks for its admission,
        // because the other members would otherwise see no reason to end the regency (leader's
        // term).
        boolean partial = acceptor.isForgetful() && partialRegency >= acceptor.regency();
        if (partial && now - askedNanos >= retry) {
            askedNanos = now;
            admissions.ask();
        }
        // The interval between repetitions doubles, because large messages at a constant rate could
        // overload a slow network permanently.
        if (now - retriedNanos >= retry << Math.min(REPEATS_MAX, repeats)) {
            retriedNanos = now;
            repeats++;
            intake.sendAgain();
            boolean late = now - reportedNanos >= repeatGapNanos(reportBytes);
            if (!acceptor.isCertified() && ports.voter() && late) report();
        }
        certifyReports();
        boolean silent = now - heardNanos > patienceNanos;
        boolean useless =
                now - enteredNanos > 2 * patienceNanos && waiting.anyWaits(2 * patienceNanos);
        boolean isSettled = acceptor.isCertified() && now - enteredNanos > 2 * retry;
        boolean admits = !suspecting && ports.voter() && isSettled && admissions.endsRegency();
        if (!suspecting && ports.voter() && (silent || useless || admits || mayNotLead()))
            suspect();
    }

    /**
     * Whether this member is the leader by its rank but must not lead. A leader that must not lead suspects itself, so
     * that the other members need not wait for an election timeout.
     */
    private boolean mayNotLead() {
        return acceptor.regency() <= ledBefore && leaderOf(acceptor.regency()) == ports.id();
    }

    /**
     * The first slot that this member has not applied although a vote, a proposal of its own or a proven checkpoint
     * shows that members use it or a higher slot; otherwise 0. Unproven statements of other members do not count,
     * because a lying member could name any slot.
     */
    private long firstUndecided() {
        long last = Math.max(acceptor.highest(), checkpoints.shown());
        if (leads()) last = Math.max(last, next - 1);
        return last > ports.applied() ? ports.applied() + 1 : 0;
    }

    private void leaderTick(long now) {
        if (now - heartbeatNanos >= ports.config().heartbeatNanos()) {
            heartbeatNanos = now;
            ports.broadcast(new Heartbeat(acceptor.regency(), ports.applied()));
        }
        for (long slot : proposals.due()) {
            if (decisions.isSatisfied(slot)) continue;
            ports.broadcast(new Propose(acceptor.regency(), slot, proposals.at(slot)));
        }
        if (now - remindedNanos >= (2 * ports.config().retryNanos()) << reminders) remind(now);
    }

    /**
     * Sends proposals again whose values have taken effect at this leader, because other members can learn a value only
     * from votes of one regency (leader's term).
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
        certifyReports();
        intake.sendNew();
        // A leader proposes nothing until its right to vote is durable; otherwise it could lead the
        // first regency again after a crash, with other values.
        if (!leading || !ports.mayRecord()) return;
        while (next <= ports.applied() + window) {
            List<OriginRequest> requests = proposals.poll();
            if (requests.isEmpty()) return;
            propose(next++, Value.digested(requests));
        }
    }

    private void propose(long slot, Value value) {
        ports.broadcast(new Propose(acceptor.regency(), slot, value));
        // The method leaderTick() repeats open proposals; for members that are behind, remind()
        // repeats proposals whose values have already taken effect at this leader.
        if (slot > ports.applied()) proposals.opened(slot, value);
    }

    @Override
    public void reach(long slot) {
        if (!leading || !ports.mayRecord()) return;
        while (next <= Math.min(slot, ports.applied() + window)) propose(next++, Value.NOTHING);
    }

    @Override
    public void onMessage(int from, Message message) {
        if (message instanceof Propose m) onPropose(from, m);
        else if (message instanceof Accepted m) onAccepted(from, m);
        else if (message instanceof Learned m) decisions.onLearned(from, m.slot());
        else if (message instanceof Satisfied m) decisions.onSatisfied(from, m.slot());
        else if (message instanceof Suspect m) onSuspect(from, m);
        else if (message instanceof Reported m) onReport(from, m);
        else if (message instanceof NewRegency m) onNewRegency(from, m);
        else if (message instanceof Need m) onNeed(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof Claimed m) onClaimed(from, m);
        else if (message instanceof Want m) missing.onWant(from, m, GIVEN_BYTES_MAX);
        else if (message instanceof Given m) decisions.onGiven(m);
        else if (message instanceof AdmissionAsk m)
            admissions.onAsk(from, m, acceptor.regency(), acceptor.certificate());
        else if (message instanceof Forward m)
            intake.onForward(from, m, leading ? proposals : null);
    }

    /**
     * Mahamdi et al., 2023, section IV-E: "Any additional message received after the quorum has been reached is
     * useless". Therefore the transport may hold a member's vote with the probability that a quorum does not need this
     * vote. The transport may also hold announcements of learners and signed claims, because no decision waits for
     * them.
     */
    @Override
    public Hold hold(Message message) {
        long most = ports.config().heartbeatNanos();
        if (message instanceof Accepted)
            return new Hold(1 - (double) quorums.accepted() / quorums.members(), most);
        boolean late = message instanceof Learned || message instanceof Satisfied;
        return late || message instanceof Claimed ? Hold.upTo(most) : Hold.NEVER;
    }

    /**
     * Whether this member may vote in {@code slot}. A member votes up to two windows (of LogConfig.window slots) above
     * its applied slots. A member also votes only up to {@link #span} slots above its durable checkpoint, which bounds
     * the votes that it restores after a crash. In a slot in which it may have lost a vote, an admitted member votes
     * only after it has applied the decision.
     */
    private boolean mayVote(long slot) {
        boolean joined = acceptor.hasJoinedBefore() && ports.mayRecord();
        boolean holds = acceptor.vote(slot) != null && ports.mayRecord();
        return slot <= ports.applied() + 2 * window
                && slot <= ports.closed() + span(ports)
                && (joined || holds || ports.mayVote(slot));
    }

    private void onPropose(int from, Propose m) {
        long slot = m.slot();
        if (m.regency() != acceptor.regency()) return;
        if (leaderOf(m.regency()) != from) {
            ports.refuse(from, m, Reason.SENDER);
            return;
        }
        if (!acceptor.isCertified()) {
            need(from, m.regency());
            return;
        }
        if (slot <= ports.applied()) ports.send(from, new Applied(ports.applied()));
        if (!acceptor.hasVoted(slot) && !intake.isSigned(from, m, m.value())) return;
        if (mayVote(slot)) vote(slot, m.value());
        else decisions.onProposed(slot, m.value());
        decisions.onValue(slot);
    }

    private void vote(long slot, Value value) {
        Report.Vote before = acceptor.vote(slot);
        Report.Vote vote = acceptor.accept(slot, value);
        if (vote == null) return;
        if (!vote.equals(before)) {
            ports.vote(slot, vote.bytes(), vote::write);
            if (slot > ports.applied()) ports.beginPledge(Wait.VOTES, slot);
        }
        ports.broadcastDurably(Accepted.of(vote));
    }

    /**
     * Counts a vote, and decides the slot if a quorum has voted for the same value. If the quorum voted in a later
     * regency (leader's term), this member first enters that regency, so that its reports show the decision with it.
     */
    private void onAccepted(int from, Accepted m) {
        if (!decisions.isChosen(from, m)) return;
        if (m.regency() > acceptor.regency() && ports.voter()) enter(m.regency());
        decisions.chosen(m);
    }

    private void onHeartbeat(int from, Heartbeat m) {
        if (leaderOf(m.regency()) != from || m.regency() < acceptor.regency()) return;
        ports.behind(m.applied(), from);
        boolean known = m.regency() == acceptor.regency() && acceptor.isCertified();
        if (known && suspecting && mayWithdraw()) suspecting = false;
        if (known && !suspecting) heardNanos = ports.nowNanos();
        if (!known) need(from, m.regency());
    }

    /**
     * Asks {@code leader} for the certificate of {@code regency}, at most once in 1.5 retry intervals, because a leader
     * sends it to each member at most once per retry interval.
     */
    private void need(int leader, long regency) {
        long now = ports.nowNanos();
        boolean late = now - neededNanos >= ports.config().retryNanos() * 3 / 2;
        if (!late || regency == closedRegency) return;
        neededNanos = now;
        ports.send(leader, new Need(regency));
    }

    private void onClaimed(int from, Claimed m) {
        Checkpoint held = checkpoints.onClaimed(from, m, acceptor.checkpoint());
        if (held != null) prove(held);
    }

    private void prove(Checkpoint held) {
        if (!acceptor.prove(held)) return;
        settle();
        reminders = 0;
        remindedNanos = ports.nowNanos();
        checkpoints.onProven(held.slot());
    }

    private void suspect() {
        suspecting = true;
        long regency = acceptor.regency();
        ports.report("suspects the leader of regency " + regency + ", " + leaderOf(regency));
        ports.broadcast(new Suspect(regency));
    }

    /**
     * Whether this member withdraws its suspicion of the leader, because for a long time too few other members suspect
     * the leader and no request waits at this member.
     */
    private boolean mayWithdraw() {
        boolean late = ports.nowNanos() - heardNanos > 4 * patienceNanos;
        boolean alone = suspicions.believed() < acceptor.regency();
        return late && alone && !waiting.anyWaits(patienceNanos);
    }

    private void onSuspect(int from, Suspect m) {
        suspicions.add(ports.members().rank(from), m.regency());
        boolean resigns = m.regency() == acceptor.regency() && from == leaderOf(m.regency());
        if (!suspecting && (resigns || suspicions.believed() >= acceptor.regency())) suspect();
        long ended = suspicions.ended();
        if (ended >= acceptor.regency() && ports.voter()) enter(ended + 1);
    }

    private void enter(long newRegency) {
        begin(newRegency);
        report();
    }

    private void begin(long newRegency) {
        acceptor.enter(newRegency);
        leading = false;
        suspecting = false;
        proposals.clear();
        reports.clear();
        waiting.onLeader();
        ports.giveUp(Wait.VOTES, Long.MAX_VALUE);
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        // After each regency (leader's term) without a decision, this member waits longer before it
        // suspects the next leader.
        long silence = ports.config().electionTimeoutNanos();
        patienceNanos = (silence << Math.min(4, fruitless++)) + ports.random(silence);
        ports.changed();
    }

    private void report() {
        if (!acceptor.mayReport()) return;
        List<Candidate> named = admissions.named(acceptor.regency());
        if (acceptor.isForgetful()) {
            named = new ArrayList<>(named);
            named.add(new Candidate(ports.id(), ports.incarnation()));
        }
        Report report = acceptor.report(ports.id(), named);
        reportedNanos = ports.nowNanos();
        reportBytes = report.bytes();
        ports.sendDurably(leaderOf(report.regency()), new Reported(report));
    }

    private void onReport(int from, Reported m) {
        Report report = m.report();
        boolean awaited =
                report.regency() == acceptor.regency()
                        && leaderOf(report.regency()) == ports.id()
                        && !acceptor.isCertified();
        if (!awaited) return;
        if (report.member() != from) {
            ports.refuse(from, m, Reason.SENDER);
            return;
        }
        if (!reports.isFirstOf(from)) return;
        if (!acceptor.isSound(report, ports.members())) {
            ports.refuse(from, m, Reason.SIGNATURE);
            return;
        }
        reports.add(report);
        certifyReports();
    }

    /**
     * Builds the certificate of the regency that this member leads, once it has a quorum of reports. For up to two
     * retry intervals, the leader waits for further reports, so that n-f reports name the members that ask for
     * admission. The leader also waits until its durable state records the regency, so that it does not lead the same
     * regency again after a crash.
     */
    private void certifyReports() {
        if (acceptor.isCertified() || !reports.isQuorum()) return;
        if (mayNotLead()) return;
        List<Candidate> named = admissions.named(acceptor.regency());
        boolean late = ports.nowNanos() - enteredNanos > 2 * ports.config().retryNanos();
        if (!late && (reports.needsAll() || !reports.isQuorumNaming(named))) return;
        if (acceptor.isForgetful() && !reports.areOf(ports.beside())) return;
        if (led < acceptor.regency()) {
            led = acceptor.regency();
            ports.changed();
        }
        if (!ports.isStateDurable()) return;
        certify(reports.certificate(named));
        lead();
    }

    private void certify(Certificate valid) {
        admissions.onCertified(valid);
        waiting.onLeader();
        acceptor.certify(valid);
        Checkpoint proven = valid.checkpoint();
        for (int member : valid.forgetful()) checkpoints.forget(member, proven.slot());
        checkpoints.show(proven);
        if (proven.slot() > acceptor.checkpoint().slot() && checkpoints.holds(proven))
            prove(proven);
    }

    private void settle() {
        boolean waited = !acceptor.mayReport();
        if (!acceptor.settle(ports.durable())) return;
        ports.changed();
        if (waited && !acceptor.isCertified() && ports.voter()) report();
    }

    private void lead() {
        leading = true;
        heartbeatNanos = ports.nowNanos();
        Certificate certificate = acceptor.certificate();
        ports.broadcast(new NewRegency(acceptor.regency(), certificate.reports()));
        Arrays.fill(certificateSentNanos, ports.nowNanos());
        ports.broadcast(new Heartbeat(acceptor.regency(), ports.applied()));
        long start = certificate.checkpoint().slot() + 1;
        long highest = Math.min(certificate.highest(), start + span(ports));
        for (long slot = start; slot <= highest; slot++)
            propose(slot, certificate.pick(slot, value -> batches.isSigned(value)));
        next = Math.max(Math.max(start, highest + 1), ports.applied() + 1);
        intake.propose(proposals);
        ports.report("leading regency " + acceptor.regency() + " from slot " + start);
    }

    private void onNewRegency(int from, NewRegency m) {
        if (m.regency() < acceptor.regency() || from == ports.id()) return;
        if (m.regency() == acceptor.regency() && acceptor.isCertified()) return;
        if (leaderOf(m.regency()) != from) {
            ports.refuse(from, m, Reason.SENDER);
            return;
        }
        if (!certificateBackoff.isOver(from)) {
            ports.refuse(from, m, Reason.BACK_OFF);
            return;
        }
        Certificate shown = new Certificate(quorums, m.reports());
        if (!acceptor.isValid(shown, m.regency(), ports.members())) {
            certificateBackoff.invalid(from);
            ports.refuse(from, m, Reason.SIGNATURE);
            return;
        }
        certificateBackoff.valid(from);
        if (acceptor.isForgetful() && !shown.includes(ports.beside(), ports.members())) {
            partialRegency = m.regency();
            return;
        }
        if (ports.recovering()) {
            onRegencyWhileRecovering(m.regency(), shown);
            return;
        }
        if (m.regency() > acceptor.regency() && ports.voter()) enter(m.regency());
        if (m.regency() != acceptor.regency()) return;
        certify(shown);
        heardNanos = ports.nowNanos();
    }

    private void onRegencyWhileRecovering(long regency, Certificate shown) {
        Candidate own = new Candidate(ports.id(), ports.incarnation());
        if (!shown.admitted().contains(own)) {
            closedRegency = regency;
            return;
        }
        if (regency > acceptor.regency()) begin(regency);
        acceptor.admit(shown.blindThrough());
        certify(shown);
        ports.admitted(shown.blindThrough());
        ports.changed();
    }

    private static long repeatGapNanos(long bytes) {
        return bytes < LARGE_BYTES ? 0 : bytes * REPEAT_NANOS_PER_BYTE;
    }

    private void onNeed(int from, Need m) {
        Certificate certificate = acceptor.certificate();
        if (m.regency() != acceptor.regency() || certificate == null || !leading) return;
        if (!certificateAnswers.take(from)) {
            ports.refuse(from, m, Reason.BOUND);
            return;
        }
        int rank = ports.members().rank(from);
        long gapNanos = repeatGapNanos(certificate.bytes());
        if (ports.nowNanos() - certificateSentNanos[rank] < gapNanos) return;
        certificateSentNanos[rank] = ports.nowNanos();
        ports.send(from, new NewRegency(m.regency(), certificate.reports()));
    }

    @Override
    public void onApplied(long slot, Value value) {
        for (OriginRequest request : value.requests()) waiting.onApplied(request);
        if (ports.mayRecord()) {
            Report.Vote vote = acceptor.decided(slot, value);
            if (vote != null) ports.vote(slot, vote.bytes(), vote::write);
        }
        fruitless = 0;
        repeats = 0;
        advanced(slot);
    }

    @Override
    public void onCaughtUp(long slot) {
        waiting.onCaughtUp();
        advanced(slot);
    }

    private void advanced(long slot) {
        checkpoints.onApplied(slot);
        Checkpoint held = checkpoints.appliedAt(slot);
        if (held != null) prove(held);
        decisions.onApplied(slot);
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }

    @Override
    public void onDurable(long slot) {
        checkpoints.onDurable(slot);
        settle();
    }

    @Override
    public void onSnapshot(long slot, Digest snapshot) {
        checkpoints.onSnapshot(slot, snapshot, acceptor.checkpoint().slot());
    }

    @Override
    public byte[] proof(long slot) {
        return checkpoints.proof(slot, acceptor.checkpoint());
    }

    @Override
    public boolean isProof(long slot, Digest snapshot, byte[] proof) {
        return checkpoints.isProof(slot, snapshot, proof);
    }

    @Override
    public long highestAccepted() {
        return acceptor.highest();
    }

    /**
     * Whether this member may answer the question of a linearizable read. After the loss of a majority, perhaps only
     * one survivor knows a decision, so a member that has forgotten votes may not answer.
     */
    @Override
    public boolean answersReads() {
        return !acceptor.isForgetful();
    }

    @Override
    public int readQuorum() {
        return quorums.reports();
    }

    /**
     * Computes the read index, the slot that a member must have applied before it answers a read, from the sorted
     * answers of a quorum. The read index is at least the highest slot decided before the read began, and at most the
     * highest slot in the answers of honest members.
     */
    @Override
    public long readIndex(long[] answers) {
        return answers[answers.length - quorums.believed()];
    }

    @Override
    public int witnesses() {
        return quorums.believed();
    }

    @Override
    public void askAdmission() {
        admissions.ask();
    }

    @Override
    public long admissions() {
        return admissions.count();
    }

    @Override
    public long promised() {
        return acceptor.regency();
    }

    @Override
    public void rejoin(long promised, long through) {
        if (promised > acceptor.regency()) acceptor.enter(promised);
        acceptor.join();
        ledBefore = acceptor.regency();
        leading = false;
    }

    @Override
    public int foundersMin() {
        return quorums.reports();
    }

    @Override
    public int votersMin() {
        return quorums.accepted();
    }

    /**
     * Maximum number of slots with votes: the slots from one window below the applied slots to two windows above the
     * applied slots.
     */
    @Override
    public long slotsMax() {
        return 3 * window;
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        acceptor.visitQueues(to);
        decisions.visitQueues(to, slotsMax());
        checkpoints.visitQueues(to);
        proposals.visitQueues(to, slotsMax());
        batches.visitQueues(to);
        waiting.visitQueues(to);
        missing.visitQueues(to, slotsMax());
        reports.visitQueues(to);
    }

    @Override
    public String impediment() {
        if (!undecided.isReported()) return leader() == 0 ? "no leader" : "";
        String regency = "regency " + acceptor.regency();
        if (leads()) return undecided.reason("leading " + regency);
        if (suspecting) return undecided.reason("suspecting the leader of " + regency);
        return undecided.reason(
                leader() == 0 ? regency + " has no leader" : "following " + regency);
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
        boolean silent = ports.nowNanos() - heardNanos > 2 * ports.config().electionTimeoutNanos();
        return acceptor.isCertified() && !silent ? leaderOf(acceptor.regency()) : 0;
    }
}

package io.abcast.ordering.fbp;

import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Fast Byzantine Paxos of Martin and Alvisi 2006 over the slots of a log: in the common case a value is learned two steps after its
 * leader has proposed it, although f of n &gt;= 5f+1 members may do anything, the leader among them. Members lead in turn: the
 * leader of regency r is the one with rank r mod n. Enough suspicions end a regency; its successor's leader collects signed reports and may
 * propose only what they do not forbid ({@link Certificate}).
 *
 * <p>An origin sends its requests to all; nobody accepts a request that its origin has not sent to it, unless an honest acceptor
 * has. So no leader can invent one.
 *
 * <p>Assumed: links tell truly who has sent a message; signatures cannot be forged. State transfer by snapshots believes its source.
 */
public final class Fbp implements Consensus {
    private static final int FORWARD_BYTES_MAX = 1 << 18;
    private static final int VOTES_MAX = 1 << 20;

    /** From then on they are as far apart as they become: 16 retries. */
    private static final int REPEATS_MAX = 4;

    private final Ports ports;
    private final FbpQuorums quorums;
    private final Signer signer;
    private final Proposals proposals;
    private final HeardRequests heard;
    private final int window;
    private final boolean credulous;

    // Durable: the acceptor.
    private long regency;
    private final TreeMap<Long, Report.Vote> votes = new TreeMap<>();

    /** Of the present regency; none is needed in regency 0. */
    private Certificate certificate;

    /** By slot and rank, the newest vote heard. */
    private final TreeMap<Long, Report.Vote[]> accepted = new TreeMap<>();

    private final TreeMap<Long, Integer> learned = new TreeMap<>();
    private final TreeMap<Long, Integer> satisfied = new TreeMap<>();

    /** By rank: the regency that it wants to end; -1 for none. */
    private final long[] suspects;

    private boolean suspecting;
    private boolean leading;
    private final TreeMap<Integer, Report> reports = new TreeMap<>();
    private long next;
    private long heartbeatNanos;
    private long heardNanos;
    private long retriedNanos;
    private long suspectedNanos;

    /** Of what is large, since something has taken effect. */
    private int repeats;

    private long patienceNanos;

    /** When this regency began here. */
    private long enteredNanos;

    private int fruitless;

    public Fbp(Ports ports, FbpQuorums quorums, Signer signer) {
        this(ports, quorums, signer, false);
    }

    /** Believes whoever leads. For tests that must fail. */
    public static Fbp credulous(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(ports, quorums, signer, true);
    }

    private Fbp(Ports ports, FbpQuorums quorums, Signer signer, boolean credulous) {
        this.credulous = credulous;
        this.ports = ports;
        this.quorums = quorums;
        this.signer = signer;
        proposals = new Proposals(ports);
        heard = new HeardRequests(ports);
        window = ports.config().window();
        suspects = new long[ports.members().size()];
        Arrays.fill(suspects, -1);
    }

    // ------------------------------------------------------------------ life

    @Override
    public void restore(WireReader in) {
        regency = in.varint();
        int count = in.count(VOTES_MAX);
        for (int i = 0; i < count; i++) {
            Report.Vote vote = Report.Vote.read(in);
            votes.put(vote.slot(), vote);
        }
    }

    @Override
    public void write(WireWriter out) {
        out.varint(regency).varint(votes.size());
        for (Report.Vote vote : votes.values()) vote.write(out);
    }

    @Override
    public void start() {
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        patienceNanos = ports.config().silenceNanos() + ports.random(ports.config().silenceNanos());
        // Who has led before may have proposed what it does not know any more: it leads no regency
        // twice.
        boolean first = regency == 0 && votes.isEmpty() && ports.applied() == 0;
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
        long retry = ports.config().retryNanos();
        if (suspecting && now - suspectedNanos >= retry) {
            suspectedNanos = now;
            ports.broadcast(new Suspect(regency));
        }
        // Requests and reports are large, and go to many: repeated at one pace they could fill a
        // slow
        // network for ever.
        if (now - retriedNanos >= retry << Math.min(REPEATS_MAX, repeats)) {
            retriedNanos = now;
            repeats++;
            if (ports.requests().hasSent())
                ports.broadcast(new Forward(ports.requests().sent(FORWARD_BYTES_MAX)));
            if (regency > 0 && certificate == null && ports.voter()) report();
        }
        boolean silent = now - heardNanos > patienceNanos;
        boolean useless =
                now - enteredNanos > 2 * patienceNanos && heard.anyWaits(2 * patienceNanos);
        if (!suspecting && ports.voter() && (silent || useless)) suspect();
    }

    private void leaderTick(long now) {
        if (now - heartbeatNanos >= ports.config().heartbeatNanos()) {
            heartbeatNanos = now;
            ports.broadcast(new Heartbeat(regency, ports.applied()));
        }
        for (long slot : proposals.due(ports.config().retryNanos())) {
            if (Integer.bitCount(satisfied.getOrDefault(slot, 0)) >= quorums.learned()) continue;
            ports.broadcast(new Propose(regency, slot, proposals.at(slot)));
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
        ports.broadcast(new Propose(regency, slot, value));
        // What has taken effect here is said once more for those who are behind; it waits for
        // nothing.
        if (slot <= ports.applied()) return;
        proposals.opened(slot, value);
        ports.beginPledge(pledge(slot, 0));
    }

    /** One number per slot and step. */
    private static long pledge(long slot, int step) {
        return 3 * slot + step;
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
        else if (message instanceof Learned m) onLearned(from, m);
        else if (message instanceof Satisfied m) mark(satisfied, from, m.slot());
        else if (message instanceof Suspect m) onSuspect(from, m);
        else if (message instanceof Reported m) onReport(from, m.report());
        else if (message instanceof NewRegency m) onNewRegency(from, m);
        else if (message instanceof Need m) onNeed(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof Forward m) onForward(from, m);
    }

    private void onForward(int from, Forward m) {
        for (Value value : m.values()) {
            if (value.origin() != from) continue;
            heard.add(value);
            if (leading) proposals.admit(value);
        }
    }

    private boolean isNear(long slot) {
        return slot > ports.applied() - window && slot <= ports.applied() + 2L * window;
    }

    private void onPropose(int from, Propose m) {
        long slot = m.slot();
        if (m.regency() != regency || leaderOf(regency) != from) return;
        if (regency > 0 && certificate == null) {
            ports.send(from, new Need(regency));
            return;
        }
        if (slot <= ports.applied()) ports.send(from, new Applied(ports.applied()));
        if (slot < 1 || !isNear(slot) || !ports.mayVote(slot)) return;
        Report.Vote vote = votes.get(slot);
        if (vote == null || vote.regency() != regency) {
            if (!mayAccept(slot, m.value(), vote)) return;
            vote = new Report.Vote(slot, regency, m.value());
            votes.put(slot, vote);
            ports.changed();
            if (slot > ports.applied()) ports.beginPledge(pledge(slot, 1));
        }
        ports.broadcastDurably(new Accepted(vote.regency(), slot, vote.value()));
    }

    private boolean mayAccept(long slot, Value value, Report.Vote before) {
        if (credulous) return true;
        if (certificate != null && !certificate.vouchesFor(slot, value)) return false;
        return value.isNothing()
                || heard.contains(value)
                || (before != null && before.value().equals(value))
                || (certificate != null && certificate.count(slot, value) >= quorums.believed());
    }

    private void onAccepted(int from, Accepted m) {
        long slot = m.slot();
        if (slot <= ports.applied() || !isNear(slot) || ports.knows(slot)) return;
        int size = ports.members().size();
        Report.Vote[] heardVotes = accepted.computeIfAbsent(slot, s -> new Report.Vote[size]);
        int rank = ports.members().rank(from);
        Report.Vote before = heardVotes[rank];
        // An acceptor accepts one value in a regency; a second one does not count.
        if (before != null && before.regency() >= m.regency()) return;
        heardVotes[rank] = new Report.Vote(slot, m.regency(), m.value());
        int same = 0;
        for (Report.Vote vote : heardVotes)
            if (vote != null && vote.regency() == m.regency() && vote.value().equals(m.value()))
                same++;
        if (same < quorums.accepted()) return;
        ports.endPledge(pledge(slot, 0));
        ports.endPledge(pledge(slot, 1));
        ports.broadcast(new Learned(slot, m.value().origin(), m.value().request()));
        if (Integer.bitCount(learned.getOrDefault(slot, 0)) < quorums.learned())
            ports.beginPledge(pledge(slot, 2));
        ports.decided(slot, m.value());
    }

    private void onLearned(int from, Learned m) {
        if (mark(learned, from, m.slot()) != quorums.learned()) return;
        ports.endPledge(pledge(m.slot(), 2));
        ports.broadcast(new Satisfied(m.slot()));
    }

    /** @return how many have said so, if this one is new; otherwise 0 */
    private int mark(TreeMap<Long, Integer> ranks, int from, long slot) {
        if (!isNear(slot)) return 0;
        int before = ranks.getOrDefault(slot, 0);
        int now = before | 1 << ports.members().rank(from);
        ranks.put(slot, now);
        return now == before ? 0 : Integer.bitCount(now);
    }

    private void onHeartbeat(int from, Heartbeat m) {
        if (leaderOf(m.regency()) != from || m.regency() < regency) return;
        ports.behind(m.applied(), from);
        boolean known = m.regency() == regency && (regency == 0 || certificate != null);
        if (known && !suspecting) heardNanos = ports.nowNanos();
        if (!known) ports.send(from, new Need(m.regency()));
    }

    // ------------------------------------------------------------------ regencies

    private void suspect() {
        suspecting = true;
        ports.report("suspects the leader of regency " + regency + ", " + leaderOf(regency));
        ports.broadcast(new Suspect(regency));
    }

    private void onSuspect(int from, Suspect m) {
        int rank = ports.members().rank(from);
        suspects[rank] = Math.max(suspects[rank], m.regency());
        long[] sorted = suspects.clone();
        Arrays.sort(sorted);
        if (!suspecting && sorted[sorted.length - quorums.believed()] >= regency) suspect();
        long ended = sorted[sorted.length - quorums.learned()];
        if (ended >= regency && ports.voter()) enter(ended + 1);
    }

    private void enter(long newRegency) {
        regency = newRegency;
        certificate = null;
        leading = false;
        suspecting = false;
        proposals.clear();
        reports.clear();
        heardNanos = ports.nowNanos();
        enteredNanos = ports.nowNanos();
        // Regencies that follow on each other without a decision last longer and longer.
        long silence = ports.config().silenceNanos();
        patienceNanos = (silence << Math.min(4, fruitless++)) + ports.random(silence);
        ports.changed();
        report();
    }

    private void report() {
        List<Report.Vote> recent =
                new ArrayList<>(votes.tailMap(ports.applied() - window, false).values());
        Report report = Report.signed(ports.id(), regency, ports.applied(), recent, signer);
        ports.sendDurably(leaderOf(regency), new Reported(report));
    }

    private void onReport(int from, Report report) {
        boolean counts =
                report.regency() == regency
                        && leaderOf(regency) == ports.id()
                        && certificate == null
                        && report.member() == from
                        && report.isSigned(signer);
        if (!counts) return;
        reports.put(from, report);
        if (reports.size() < quorums.reports()) return;
        certificate = new Certificate(quorums, List.copyOf(reports.values()));
        lead();
    }

    private void lead() {
        leading = true;
        heartbeatNanos = ports.nowNanos();
        ports.broadcast(new NewRegency(regency, certificate.reports()));
        ports.broadcast(new Heartbeat(regency, ports.applied()));
        long start = certificate.applied() + 1;
        ports.behind(start - 1, ports.members().id((int) ports.random(suspects.length)));
        long highest = certificate.highest(start + 2L * window);
        for (long slot = Math.max(1, start - window); slot <= highest; slot++) {
            Value value = certificate.only(slot);
            if (value == null && slot < start) continue;
            if (value == null) value = certificate.believed(slot);
            propose(slot, value == null ? Value.NOTHING : value);
        }
        next = Math.max(start, highest + 1);
        ports.report("leading regency " + regency + " from slot " + start);
    }

    private void onNewRegency(int from, NewRegency m) {
        if (m.regency() < regency || leaderOf(m.regency()) != from || from == ports.id()) return;
        if (m.regency() == regency && certificate != null) return;
        Certificate shown = new Certificate(quorums, m.reports());
        if (!shown.isValid(m.regency(), ports.members(), signer)) {
            ports.report("certificate of regency " + m.regency() + " from " + from + " is none");
            return;
        }
        if (m.regency() > regency && ports.voter()) enter(m.regency());
        if (m.regency() != regency) return;
        certificate = shown;
        heardNanos = ports.nowNanos();
    }

    private void onNeed(int from, Need m) {
        if (m.regency() != regency || certificate == null || !leading) return;
        ports.send(from, new NewRegency(regency, certificate.reports()));
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
        for (long over : accepted.headMap(slot, true).keySet()) {
            ports.endPledge(pledge(over, 0));
            ports.endPledge(pledge(over, 1));
        }
        accepted.headMap(slot, true).clear();
        learned.headMap(slot - window, true).clear();
        satisfied.headMap(slot - window, true).clear();
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }

    /** Votes of a window more stay: a certificate may need them for members that are behind. */
    @Override
    public void onDurable(long slot) {
        votes.headMap(slot - window, true).clear();
    }

    // ------------------------------------------------------------------ looks

    @Override
    public long highestAccepted() {
        return votes.isEmpty() ? 0 : votes.lastKey();
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
        return regency;
    }

    @Override
    public int leader() {
        if (leads()) return ports.id();
        boolean known = regency == 0 || certificate != null;
        boolean silent = ports.nowNanos() - heardNanos > 2 * ports.config().silenceNanos();
        return known && !silent ? leaderOf(regency) : 0;
    }
}

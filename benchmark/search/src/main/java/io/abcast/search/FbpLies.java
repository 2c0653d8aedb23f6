package io.abcast.search;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.fbp.Candidate;
import io.abcast.ordering.fbp.Checkpoint;
import io.abcast.ordering.fbp.Claim;
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
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.ordering.fbp.Report;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Lock;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import io.abcast.ordering.log.LogMessage.Standing;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Proof;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The false messages of one liar in an exhaustive search: at most {@link #EACH_MAX} of each kind of message of Fast
 * Byzantine Paxos.
 */
final class FbpLies {
    static final int EACH_MAX = 16;

    /** The liar uses the first facts of each type, in alphabetical order of their texts. */
    private static final int FACTS_MAX = 8;

    /** Slot inside the window of open slots, but after all slots that an exploration uses. */
    private static final long LATER = 5;

    private static final byte[] NOTE = {};

    /** The number of a regency (term of one leader) that occurred in a message of another member. */
    record Regency(long number) {}

    private final int liar;
    private final Membership members;
    private final FbpQuorums quorums;
    private final List<Value> values = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final List<Standing> standings = new ArrayList<>();
    private long era;
    private long regency;
    private final List<Message> all = new ArrayList<>();

    FbpLies(int liar, Membership members, List<Record> facts) {
        this.liar = liar;
        this.members = members;
        quorums = FbpQuorums.of(members.size());
        for (Record fact : facts) {
            if (fact instanceof Regency r) regency = Math.max(regency, r.number());
            else if (fact instanceof Value v) take(values, v);
            else if (fact instanceof Claim c) take(claims, c);
            else if (fact instanceof Report r) reports.add(r);
            else if (fact instanceof Standing s && standings.isEmpty()) standings.add(s);
        }
        for (Standing each : standings) era = each.era();
    }

    private static <T> void take(List<T> into, T fact) {
        if (into.size() < FACTS_MAX) into.add(fact);
    }

    static List<Record> facts(Message message) {
        List<Record> facts = new ArrayList<>();
        Message body = LogMessage.unframed(message);
        // Omit the status messages of members that do not vote, because they prove nothing and
        // change often.
        if (body instanceof Standing m && m.rank() == Rank.VOTER)
            facts.add(
                    new Standing(
                            false,
                            0,
                            m.rank(),
                            m.incarnation(),
                            m.era(),
                            m.lock(),
                            false,
                            m.promised(),
                            m.through(),
                            m.held(),
                            false,
                            m.base()));
        else if (body instanceof Forward m) facts.add(Value.digested(m.requests()));
        else if (body instanceof Propose m) addValue(facts, m.value());
        else if (body instanceof Given m)
            for (Given.Named n : m.values()) addValue(facts, n.value());
        else if (body instanceof Claimed m) facts.addAll(m.claims());
        else if (body instanceof Suspect m) facts.add(new Regency(m.regency()));
        else if (body instanceof Reported m) addReport(facts, m.report());
        else if (body instanceof NewRegency m) for (Report r : m.reports()) addReport(facts, r);
        return facts;
    }

    private static void addValue(List<Record> facts, Value value) {
        if (!value.isNothing()) facts.add(value);
    }

    private static void addReport(List<Record> facts, Report report) {
        facts.add(report);
        facts.add(new Regency(report.regency()));
    }

    List<Message> all() {
        if (era == 0) return List.of();
        for (Standing truth : standings) standing(truth);
        requests();
        log();
        votes();
        regencies();
        checkpoints();
        return bounded();
    }

    private List<Message> bounded() {
        TreeMap<String, Integer> counts = new TreeMap<>();
        List<Message> some = new ArrayList<>();
        for (Message each : all) {
            Message body = each instanceof Framed f && f.era() == era ? f.body() : each;
            if (counts.merge(body.getClass().getSimpleName(), 1, Integer::sum) <= EACH_MAX)
                some.add(each);
        }
        return some;
    }

    private void say(Message body) {
        all.add(new Framed(era, body));
    }

    private void standing(Standing m) {
        for (Rank rank : List.of(Rank.VOTER, Rank.LEARNER, Rank.FRESH)) {
            boolean voter = rank == Rank.VOTER;
            Lock lock = rank == Rank.FRESH ? new Lock(0, List.of(), 0) : m.lock();
            long other = rank == Rank.FRESH ? 0 : m.era();
            all.add(standing(m, rank, other, lock, regency + (voter ? 9 : 0)));
        }
        all.add(standing(m, Rank.VOTER, era + 1, m.lock(), m.promised()));
    }

    private static Standing standing(Standing m, Rank rank, long era, Lock lock, long promised) {
        boolean asks = rank != Rank.VOTER;
        return new Standing(
                asks,
                0,
                rank,
                m.incarnation(),
                era,
                lock,
                asks,
                promised,
                m.through() + LATER,
                m.held() + LATER,
                asks,
                m.base());
    }

    private OriginRequest request(int origin, int payload) {
        Proof proof = new Proof(Seal.any(liar), 0, 1, List.of());
        return new OriginRequest(
                origin, OriginRequest.FIRST, 1L << 40, new byte[] {(byte) payload}, proof);
    }

    private Value own(int payload) {
        return Value.digested(List.of(request(liar, payload)));
    }

    private int victim() {
        return members.id(members.rank(liar) == 0 ? 1 : 0);
    }

    private Value forged() {
        return Value.digested(List.of(request(victim(), 1)));
    }

    private List<Value> candidates() {
        List<Value> some = new ArrayList<>(values);
        some.addAll(List.of(own(1), own(2), Value.NOTHING, forged()));
        return some;
    }

    private void requests() {
        say(new Forward(List.of(request(liar, 1))));
        say(new Forward(List.of(request(liar, 2))));
        say(new Forward(List.of(request(victim(), 1))));
        for (Value value : values) say(new Forward(value.requests()));
    }

    private void log() {
        all.add(new Framed(era + 1, new Heartbeat(regency, LATER)));
        say(new Learn(0, Zxid.NONE));
        say(new Learn(LATER, Zxid.of(1, (int) LATER)));
        OriginRequest lie = request(liar, 1);
        Entry entry =
                new Entry(
                        Zxid.of(1, 1),
                        liar,
                        lie.number(),
                        lie.payload(),
                        Entry.Kind.REQUEST,
                        2 * 1 + 1);
        say(new Entries(0, Zxid.NONE, 1, List.of(entry)));
        say(new Entries(0, Zxid.NONE, 1, List.of()));
        say(new Entries(0, Zxid.NONE, LATER, List.of()));
        byte[] content = {1};
        CRC32C crc = new CRC32C();
        crc.update(content);
        SnapshotId snapshot = new SnapshotId(Zxid.of(1, 1), content.length, (int) crc.getValue());
        say(new Offer(snapshot, NOTE, Digest.of(content), new byte[0]));
        say(new Offer(SnapshotId.EMPTY, NOTE, Digest.of(NOTE), new byte[0]));
        say(new Fetch(snapshot, 0));
        say(new Chunk(snapshot, 0, content));
        say(new ReadAsk(1));
        say(new ReadReply(1, LATER));
        for (long slot : new long[] {1, LATER}) {
            say(new Applied(slot));
            say(new Reach(slot));
            say(new Learned(slot));
            say(new Satisfied(slot));
        }
    }

    private void votes() {
        for (Value value : candidates()) {
            say(new Propose(regency, 1, value));
            say(new Accepted(regency, 1, value.digest()));
            if (!value.isNothing()) say(new Given(List.of(new Given.Named(1, value))));
        }
        say(new Accepted(regency, 1, Digest.of(NOTE)));
        for (long each : List.of(regency + 1, led())) {
            say(new Propose(each, 1, own(1)));
            say(new Accepted(each, 1, own(1).digest()));
        }
        say(new Want(List.of(1L)));
    }

    private void regencies() {
        Set<Long> some =
                new TreeSet<>(List.of(regency, regency + 1, led(), led() + members.size()));
        for (long each : some) {
            say(new Suspect(each));
            say(new Need(each));
            say(new Heartbeat(each, each == regency ? LATER : 0));
        }
        Incarnation storage = new Incarnation(liar, 1);
        say(new AdmissionAsk(storage, Seal.any(liar)));
        for (long each : new TreeSet<>(List.of(regency, regency + 1, led()))) certificates(each);
        for (long each : List.of(regency, regency + 1)) {
            say(new Reported(report(liar, each, null)));
            for (Value value : candidates())
                if (!value.equals(forged())) say(new Reported(report(liar, each, value)));
        }
        Candidate candidate = new Candidate(liar, storage);
        say(new Reported(naming(candidate)));
        for (Report known : reports) if (known.regency() == regency) say(new Reported(known));
    }

    /** Number of the first regency (term of one leader) after the present regency in which the liar is the leader. */
    private long led() {
        long n = members.size();
        return regency + 1 + Math.floorMod(members.rank(liar) - regency - 1, n);
    }

    private Report naming(Candidate candidate) {
        return new Report(
                liar,
                regency,
                new Checkpoint(List.of()),
                List.of(),
                List.of(candidate),
                Seal.any(liar));
    }

    private Report report(int member, long of, Value value) {
        List<Report.Vote> votes = List.of();
        if (value != null) votes = List.of(new Report.Vote(1, Math.max(0, of - 1), value));
        return new Report(member, of, new Checkpoint(List.of()), votes, Seal.any(liar));
    }

    private void certificates(long of) {
        List<Report> known = new ArrayList<>();
        for (Report each : reports)
            if (each.regency() == of && each.member() != liar && !names(known, each.member()))
                known.add(each);
        int enough = quorums.reports();
        List<Report> forged = new ArrayList<>();
        for (int id : members.ids()) if (forged.size() < enough) forged.add(report(id, of, own(1)));
        say(new NewRegency(of, forged));
        List<Report> ahead = new ArrayList<>();
        for (Report each : forged) ahead.add(proven(each.member(), of, unsigned(LATER)));
        say(new NewRegency(of, ahead));
        if (known.size() < enough - 2) return;
        say(new NewRegency(of, first(known, enough)));
        say(new NewRegency(of, with(first(known, enough - 1), report(liar, of, own(1)))));
        say(new NewRegency(of, with(first(known, enough - 1), report(liar, of, null))));
        say(new NewRegency(of, with(first(known, enough - 2), report(liar, of, own(1)))));
        say(new NewRegency(of, first(known, enough - 1)));
    }

    private static boolean names(List<Report> some, int member) {
        for (Report each : some) if (each.member() == member) return true;
        return false;
    }

    private static List<Report> first(List<Report> some, int count) {
        return some.subList(0, Math.min(count, some.size()));
    }

    private static List<Report> with(List<Report> some, Report more) {
        List<Report> both = new ArrayList<>(some);
        both.add(more);
        return both;
    }

    private void checkpoints() {
        Digest other = own(1).digest();
        say(new Claimed(List.of(claim(Claim.Kind.ORDER, 1, other)), false));
        say(new Claimed(List.of(claim(Claim.Kind.ORDER, LATER, other)), false));
        say(new Claimed(List.of(claim(Claim.Kind.SNAPSHOT, 1, other)), false));
        say(new Claimed(List.of(), true));
        for (Claim known : claims) {
            say(new Claimed(List.of(claim(known.kind(), known.slot(), known.digest())), false));
            say(new Claimed(List.of(known), false));
        }
        say(new Reported(proven(liar, regency + 1, unsigned(1))));
        fewer(quorums.durable() - 1);
    }

    private List<Claim> unsigned(long slot) {
        Digest digest = own(1).digest();
        List<Claim> some = new ArrayList<>();
        for (int i = 0; i < quorums.durable(); i++)
            some.add(new Claim(members.id(i), Claim.Kind.ORDER, slot, digest, Seal.any(liar)));
        return some;
    }

    private void fewer(int count) {
        List<Claim> few = new ArrayList<>();
        for (Claim known : claims)
            if (known.kind() == Claim.Kind.ORDER
                    && known.member() != liar
                    && few.size() < count
                    && (few.isEmpty() || agree(known, few.get(0)))) few.add(known);
        if (few.isEmpty()) return;
        say(new Reported(proven(liar, regency + 1, few)));
        Claim last = few.get(few.size() - 1);
        few.add(claim(last.kind(), last.slot(), last.digest()));
        say(new Reported(proven(liar, regency + 1, few)));
    }

    private static boolean agree(Claim one, Claim other) {
        return one.slot() == other.slot() && one.digest().equals(other.digest());
    }

    private Report proven(int member, long of, List<Claim> by) {
        Checkpoint checkpoint = new Checkpoint(List.copyOf(by));
        return new Report(member, of, checkpoint, List.of(), Seal.any(liar));
    }

    private Claim claim(Claim.Kind kind, long slot, Digest digest) {
        return new Claim(liar, kind, slot, digest, Seal.any(liar));
    }
}

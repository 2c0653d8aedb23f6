package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.LogMessage.Lock;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Decides which members of an ensemble may vote. Agreement breaks if a member votes, forgets its vote and votes again
 * in the same slot. So a member with an empty storage may vote only if the member has not voted with an earlier
 * storage. A member with an empty storage cannot know by itself whether it has voted before; all members together know
 * it.
 *
 * <p><b>Founding.</b> The members found the ensemble when all of them are present and have empty storages. First the
 * member with the lowest rank names a set of storages, and each member <em>locks</em> this set: it durably agrees to
 * found the ensemble with the storages of the set. A member votes once it knows that all members of its locked set have
 * locked the same set. Each founding has its own era, a number that the members derive from the random identities of
 * the locked storages. If the operator has started the members with {@code bootstrap}, a quorum of members with empty
 * storages is enough for a founding.
 *
 * <p>A member gives up its locked set when the lowest member of the set has locked another set or has lost its storage.
 * In an answer to a question that names the locked set, the lowest member must confirm that it has changed its set or
 * its storage. A member may also change from its locked set to a set that a member with a lower rank has named. With
 * one storage, a member locks only sets that contain the members of all sets that it has locked before. Therefore each
 * founder of an ensemble belongs to every set that is locked later. A founder never locks another set, so no later set
 * can found another ensemble.
 *
 * <p><b>Founding with a history:</b> if all members answer and no member has all its votes, a quorum of members with
 * {@code bootstrap} founds a new ensemble. The base of the new ensemble is the last slot of the longest history of its
 * founders. The founders keep their log entries up to the base, and drop the votes and messages of earlier ensembles. A
 * member whose history belongs to another ensemble and extends beyond the base never joins the new ensemble.
 *
 * <p><b>Recovery.</b> A member whose storage is not among the founders' storages is a {@link Rank#LEARNER}: a leader
 * must admit the member before it votes. A <em>bootstrapped</em> member votes without an admission, because its
 * operator started it with {@code bootstrap}. A bootstrapped member takes over the highest promise and the highest slot
 * of the voters that answer; if members may lie, the (f+1)-th highest promise and the (f+1)-th highest slot.
 */
public final class Founding {
    /** The services that {@code Founding} needs from the other parts of the member. */
    public interface Host {
        /** The highest ballot or regency that this member has promised. */
        long promised();

        /** The highest slot that this member has applied, in whole or in part, or in which it may have voted. */
        long through();

        /** The last slot that this member's history covers, with entries or as an empty slot. */
        long held();

        /** Whether the history ends in the middle of slot {@link #held}, so that entries of this slot are missing. */
        boolean inside();

        /**
         * Whether this voter has forgotten votes in slots that its history lacks, and has not joined other voters since
         * then.
         */
        boolean forgetful();

        /** The highest slot in which this member may have forgotten votes. */
        long blindThrough();

        /** Whether the ensemble orders requests at present, as far as this member knows. */
        boolean orders();

        /** Makes this member a founder of an ensemble that continues this member's history up to slot {@code base}. */
        void founded(long base);

        /**
         * Makes this member a bootstrapped voter, which votes without an admission, after voters have answered.
         *
         * @param promised the highest ballot or regency that the answering voters have promised; the (f+1)-th highest
         *     if members may lie.
         * @param through the highest slot in which the answering voters have voted or which they have applied; the
         *     (f+1)-th highest if members may lie.
         * @param beside the voters that have answered before the bootstrap, with one bit per rank
         */
        void join(long promised, long through, int beside);
    }

    private final Desk desk;
    private final int rank;
    private final Membership members;
    private final Outbox out;
    private final Host host;

    /**
     * Whether the durable state contains this member's right to vote; if so, the member answers other members even
     * during a write of its state.
     */
    private final BooleanSupplier votesDurably;

    private final boolean bootstrap;
    private final int witnesses;
    private final int foundersMin;
    private final boolean readmits;

    private Rank standing = Rank.FRESH;
    private Incarnation incarnation = Incarnation.NONE;
    private long era;

    /**
     * The era (number of the founding) of the ensemble to which this member last belonged with its history; 0 if it has
     * belonged to no ensemble.
     */
    private long origin;

    private long base;

    private Lock lock = Lock.NONE;

    private String obstacle = "";

    /** All members of the sets that this member has locked with its present storage, with one bit per rank. */
    private int everLocked;

    private long freedNanos;

    /**
     * Time in ns of the last answer that changed what this member knows of another member; 0 stands for the time of the
     * next {@code onTick}.
     */
    private long changedNanos;

    private long askedNanos = Long.MIN_VALUE / 2;

    /**
     * For each member, by rank: the member's last answer to this member's present question; {@code null} without an
     * answer.
     */
    private final Standing[] answers;

    private final long[] answeredNanos;

    private final Lock[] lockOf;

    /**
     * @param witnesses number of members that must give equal answers before this member believes the answers.
     * @param foundersMin minimum number of members with {@code bootstrap} that may found an ensemble without the other
     *     members.
     * @param readmits whether a member that has lost its votes can vote again, and whether an ensemble can be founded
     *     with a history
     */
    Founding(
            Desk desk,
            Host host,
            BooleanSupplier votesDurably,
            int witnesses,
            int foundersMin,
            boolean readmits) {
        this.desk = desk;
        this.host = host;
        this.votesDurably = votesDurably;
        members = desk.members();
        rank = members.rank(desk.id());
        out = desk.outbox();
        bootstrap = desk.config().bootstrap();
        this.witnesses = witnesses;
        this.foundersMin = foundersMin;
        this.readmits = readmits;
        answers = new Standing[members.size()];
        answeredNanos = new long[members.size()];
        lockOf = new Lock[members.size()];
        Arrays.fill(lockOf, Lock.NONE);
    }

    void begin() {
        while (incarnation.isNone())
            incarnation = new Incarnation(desk.randomBits(), desk.randomBits());
        if (members.size() == 1) foundAlone();
        out.changed();
    }

    public boolean votes() {
        return standing == Rank.VOTER;
    }

    public Rank standing() {
        return standing;
    }

    public long era() {
        return era;
    }

    public Incarnation incarnation() {
        return incarnation;
    }

    /** Whether this member knows its ensemble and waits for an admission as a voter. */
    public boolean recovering() {
        return standing == Rank.LEARNER && era != 0;
    }

    /**
     * @param forlorn whether this member holds no entries and knows no leader
     */
    void onTick(boolean forlorn, long nowNanos) {
        LogConfig config = desk.config();
        if (isSettled()) return;
        if (changedNanos == 0) changedNanos = nowNanos;
        if (standing == Rank.LEARNER
                && forlorn
                && nowNanos - freedNanos > 4 * config.electionTimeoutNanos()) {
            freedNanos = nowNanos;
            // The voters of the known ensemble may have lost their storages and found a new
            // ensemble. This learner has never voted in the known ensemble, so it may forget the
            // known ensemble.
            forgetEra();
            free();
        }
        if (bootstrap && nowNanos - changedNanos > 2 * config.electionTimeoutNanos()) {
            for (int r = 0; r < answers.length; r++)
                if (nowNanos - answeredNanos[r] > config.electionTimeoutNanos()) answers[r] = null;
            bootstrap();
        }
        if (isSettled() || !out.isDurable()) return;
        if (recovering() && nowNanos - askedNanos < config.retryNanos()) return;
        askedNanos = nowNanos;
        for (int id : members.ids()) out.sendBare(id, own(true, 0));
    }

    /**
     * Computes the number by which each vote record in the log identifies the storage and the ensemble of this member.
     */
    public long stamp() {
        return era ^ incarnation.high() ^ Long.rotateLeft(incarnation.low(), 32);
    }

    String waiting() {
        return "waiting for all members to found the ensemble (missing: "
                + Voters.ids(missing())
                + ")";
    }

    private List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int r = 0; r < answers.length; r++) {
            boolean locked = !lock.has(r) || lockOf[r].equals(lock);
            boolean free = answers[r] != null && answers[r].rank() == Rank.FRESH;
            if (r != rank && !(standing == Rank.LOCKED ? locked : free)) missing.add(members.id(r));
        }
        if (missing.isEmpty()) missing.add(members.id(0));
        return missing;
    }

    private boolean isSettled() {
        return standing == Rank.VOTER && !(bootstrap && host.forgetful() && !host.orders());
    }

    private void forgetEra() {
        era = 0;
        base = 0;
        out.era(0);
    }

    private void free() {
        standing = host.held() == 0 ? Rank.FRESH : Rank.LEARNER;
        lock = Lock.NONE;
        Arrays.fill(answers, null);
        Arrays.fill(lockOf, Lock.NONE);
        changedNanos = 0;
        out.changed();
    }

    private Standing own(boolean asks, long to) {
        return new Standing(
                asks,
                to,
                standing,
                incarnation,
                era,
                lock,
                bootstrap,
                host.promised(),
                host.through(),
                host.held(),
                votes() ? host.forgetful() : host.inside(),
                base);
    }

    /**
     * Returns a token of a storage and its locked set, which proves that an answer with the token was given after the
     * member locked the set.
     */
    private static long token(Incarnation incarnation, Lock lock) {
        long mixed = mix(mix(incarnation.high(), incarnation.low()), lock.number());
        for (Incarnation each : lock.storages()) mixed = mix(mix(mixed, each.high()), each.low());
        return mixed == 0 ? 1 : mixed;
    }

    private static long mix(long a, long b) {
        long mixed = (a ^ b) * 0x9E3779B97F4A7C15L + 1;
        return mixed ^ (mixed >>> 32);
    }

    private static long era(Lock founders) {
        long mixed = mix(17 + founders.base(), founders.number());
        for (Incarnation each : founders.storages())
            mixed = mix(mix(mixed, each.high()), each.low());
        return mixed == 0 ? 1 : mixed;
    }

    /**
     * @return whether this member's own right to vote or locked set has changed
     */
    boolean onStanding(int from, Standing theirs, long nowNanos) {
        if (theirs.asks() && (out.isDurable() || votesDurably.getAsBoolean()))
            out.sendBare(from, own(false, token(theirs.incarnation(), theirs.lock())));
        if (isSettled() || !isPossible(theirs)) return false;
        Rank before = standing;
        int r = members.rank(from);
        boolean answer = theirs.to() == token(incarnation, lock);
        if (answer) {
            Standing last = answers[r];
            if (isNews(last, theirs)) changedNanos = nowNanos;
            answers[r] = theirs;
            answeredNanos[r] = nowNanos;
        }
        switch (theirs.rank()) {
            case VOTER -> onVoter(r, theirs, answer);
            case LEARNER -> onLearner(theirs, answer);
            case FRESH, LOCKED -> onUnfounded(r, theirs, answer);
        }
        return before != standing;
    }

    /**
     * Whether an honest member can send {@code theirs}. If members may lie, an ensemble is never founded with a
     * history, because no single member can prove its history.
     */
    private boolean isPossible(Standing theirs) {
        boolean based = theirs.lock().base() != 0 || theirs.base() != 0;
        return theirs.lock().fits(members.size()) && !(based && witnesses > 1);
    }

    private static boolean isNews(Standing last, Standing theirs) {
        if (last == null || !last.incarnation().equals(theirs.incarnation())) return true;
        boolean votes = theirs.rank() == Rank.VOTER;
        return votes != (last.rank() == Rank.VOTER) || (votes && last.era() != theirs.era());
    }

    private void onVoter(int r, Standing theirs, boolean answer) {
        if (standing == Rank.VOTER) return;
        // A voter whose message names the locked set of this member has founded its ensemble with
        // this set, and so has locked the set.
        if (standing == Rank.LOCKED && theirs.lock().equals(lock)) {
            lockOf[r] = lock;
            foundIfAllHaveLocked();
            if (standing == Rank.VOTER) return;
        }
        // The era (founding number) derives from the founders' locked set, so a voter with the era
        // of this member's locked set names this member as a founder.
        if (standing == Rank.LOCKED && era(lock) == theirs.era() && isTold(theirs.era())) {
            found(lock);
            return;
        }
        boolean invited = invites(theirs);
        if (invited && standing != Rank.LEARNER && (answer || theirs.lock().equals(lock))) {
            if (witnesses == 1 || sayingAs(theirs) >= witnesses) found(theirs.lock());
        } else if (answer && era == 0 && excluding(theirs.era()) >= witnesses) {
            learn(theirs);
        }
    }

    private boolean invites(Standing voter) {
        return voter.lock().contains(rank, incarnation);
    }

    /**
     * Number of voters whose answers name the same era (founding number) and locked set as {@code theirs}; 0 if this
     * era is not derived from this locked set.
     */
    private int sayingAs(Standing theirs) {
        if (era(theirs.lock()) != theirs.era()) return 0;
        return voters(theirs.era(), voter -> voter.lock().equals(theirs.lock()));
    }

    /**
     * Number of voters of the era {@code thatEra} (founding number) that do not name this member's storage as a
     * founder's. This member becomes a {@link Rank#LEARNER} only if enough such voters exclude it, so that a single
     * liar cannot exclude a founder.
     */
    private int excluding(long thatEra) {
        return voters(thatEra, voter -> standing == Rank.LEARNER || !invites(voter));
    }

    private void onLearner(Standing theirs, boolean answer) {
        boolean lost = standing == Rank.LEARNER && era == 0;
        if (lost && answer && members(theirs.era(), Founding::belongs) >= witnesses) learn(theirs);
    }

    private int voters(long thatEra, Predicate<Standing> which) {
        return members(thatEra, answer -> answer.rank() == Rank.VOTER && which.test(answer));
    }

    private int members(long thatEra, Predicate<Standing> which) {
        int count = 0;
        for (Standing answer : answers)
            if (answer != null && answer.era() == thatEra && which.test(answer)) count++;
        return thatEra == 0 ? 0 : count;
    }

    private static boolean belongs(Standing answer) {
        return answer.rank() == Rank.VOTER || answer.rank() == Rank.LEARNER;
    }

    private boolean isTold(long thatEra) {
        return voters(thatEra, voter -> true) >= witnesses;
    }

    private void learn(Standing theirs) {
        if (!continues(theirs)) {
            hinder(strange(theirs));
            return;
        }
        standing = Rank.LEARNER;
        belong(theirs.era(), theirs.base());
        lock = Lock.NONE;
        Arrays.fill(answers, null);
        changedNanos = 0;
        out.changed();
    }

    private boolean continues(Standing theirs) {
        return host.held() <= theirs.base() || theirs.era() == origin;
    }

    private String strange(Standing theirs) {
        return "this member holds a history through slot "
                + host.held()
                + ", which the ensemble of era "
                + Long.toHexString(theirs.era())
                + " (founded with "
                + theirs.base()
                + " slots) does not contain: start this member with an empty directory to join that ensemble";
    }

    private void belong(long toEra, long withBase) {
        obstacle = "";
        era = toEra;
        origin = toEra;
        base = withBase;
        out.era(era);
    }

    private void onUnfounded(int r, Standing theirs, boolean answer) {
        if (theirs.rank() == Rank.LOCKED) lockOf[r] = theirs.lock();
        if (standing == Rank.VOTER) return;
        if (standing == Rank.LEARNER && !theirs.lock().contains(rank, incarnation)) return;
        if (answer && coordinates()) propose(r, theirs);
        follow(r, theirs, answer);
        if (standing == Rank.LOCKED) foundIfAllHaveLocked();
    }

    private void foundIfAllHaveLocked() {
        for (int other = 0; other < lockOf.length; other++)
            if (lock.has(other) && !lockOf[other].equals(lock)) return;
        found(lock);
    }

    /**
     * Whether this member must name the set of storages that the members lock, because it has the lowest rank of its
     * locked set or, without a locked set, of the ensemble.
     */
    private boolean coordinates() {
        return standing == Rank.LOCKED ? lock.coordinator() == rank : rank == 0;
    }

    /**
     * Names and locks the set of all members' storages once all other members are {@link Rank#FRESH}. Names a new set
     * if a member of the locked set has returned with an empty storage.
     */
    private void propose(int r, Standing theirs) {
        if (standing == Rank.LOCKED) {
            if (!lock.has(r) || theirs.rank() == Rank.LOCKED || theirs.rank() == Rank.VOTER) return;
            boolean same = lock.contains(r, theirs.incarnation());
            if (same && theirs.held() <= lock.base()) return;
            List<Incarnation> storages = new ArrayList<>(lock.storages());
            storages.set(r, theirs.incarnation());
            lock(new Lock(desk.randomBits(), storages, longest(storages)));
            return;
        }
        if (standing != Rank.FRESH) return;
        List<Incarnation> storages = new ArrayList<>();
        for (int other = 0; other < answers.length; other++) {
            boolean free = answers[other] != null && answers[other].rank() == Rank.FRESH;
            if (other != rank && !free) return;
            storages.add(other == rank ? incarnation : answers[other].incarnation());
        }
        lock(new Lock(desk.randomBits(), storages, 0));
    }

    private long longest(List<Incarnation> storages) {
        long longest = host.held();
        for (int r = 0; r < answers.length; r++) {
            if (r == rank || storages.get(r).isNone()) continue;
            longest = Math.max(longest, answers[r] == null ? lock.base() : answers[r].held());
        }
        return longest;
    }

    /**
     * Locks the set that the member with rank {@code r} has named. If the lowest member of this member's locked set has
     * given up the set, this member gives up the set too.
     */
    private void follow(int r, Standing theirs, boolean answer) {
        Lock other = theirs.rank() == Rank.LOCKED ? theirs.lock() : Lock.NONE;
        boolean asked =
                other.contains(rank, incarnation)
                        && other.coordinator() == r
                        && (everLocked & ~other.ranks()) == 0
                        && host.held() <= other.base()
                        && !other.equals(lock);
        boolean mine = standing == Rank.LOCKED && lock.coordinator() == r;
        if (asked) {
            boolean lower = standing == Rank.LOCKED && r < lock.coordinator();
            if (standing != Rank.LOCKED || lower || (answer && mine)) lock(other);
        } else if (answer && mine && !other.equals(lock)) {
            free();
        }
    }

    private void lock(Lock with) {
        standing = Rank.LOCKED;
        lock = with;
        obstacle = "";
        forgetEra();
        everLocked |= with.ranks();
        lockOf[rank] = with;
        out.changed();
        tell(true);
    }

    private void found(Lock founders) {
        boolean renews = witnesses == 1 && (founders.base() > 0 || origin != 0);
        standing = Rank.VOTER;
        lock = founders;
        belong(era(founders), founders.base());
        if (renews) host.founded(base);
        out.changed();
        tell(false);
    }

    private void tell(boolean asks) {
        for (int id : members.ids()) if (id != members.id(rank)) out.sendDurably(id, own(asks, 0));
    }

    /**
     * Tries to make this member a voter that its operator started with {@code bootstrap}, after the other members have
     * had two election timeouts to answer.
     */
    private void bootstrap() {
        changedNanos = 0;
        if (refuses()) return;
        if (members.size() == 1) foundAlone();
        else if (isVoterLeft()) join();
        else foundWithSome();
    }

    private boolean isVoterLeft() {
        for (int r = 0; r < answers.length; r++) if (isVoter(r) && !answers[r].gap()) return true;
        return false;
    }

    private boolean refuses() {
        for (int a = 0; a < answers.length; a++)
            for (int b = 0; b < a; b++) {
                if (!isVoter(a) || !isVoter(b) || answers[a].era() == answers[b].era()) continue;
                if (!isTold(answers[a].era())) continue;
                if (!isTold(answers[b].era())) continue;
                desk.halt(
                        "bootstrap: member "
                                + members.id(b)
                                + " votes in era "
                                + Long.toHexString(answers[b].era())
                                + ", member "
                                + members.id(a)
                                + " in era "
                                + Long.toHexString(answers[a].era())
                                + ": expected voters of one ensemble");
                return true;
            }
        return false;
    }

    private boolean isVoter(int r) {
        return answers[r] != null && answers[r].rank() == Rank.VOTER;
    }

    private void join() {
        // If blindThrough() is at most base (last slot of the history at the founding), this
        // founder has forgotten no vote of the present ensemble.
        boolean forgot = standing == Rank.VOTER && host.blindThrough() > base;
        boolean knows = standing == Rank.LEARNER || forgot;
        if (!readmits || !knows || !isTold(era)) return;
        long[] promised = new long[answers.length];
        long[] through = new long[answers.length];
        int count = 0;
        int beside = 0;
        for (int r = 0; r < answers.length; r++) {
            if (!isVoter(r) || answers[r].era() != era) continue;
            // If members may lie, this member does not rely on a bootstrapped voter, which may have
            // forgotten its votes as well.
            if (witnesses == 1 || !answers[r].bootstrap()) beside |= 1 << r;
            promised[count] = answers[r].promised();
            through[count++] = answers[r].through();
        }
        Arrays.sort(promised, 0, count);
        Arrays.sort(through, 0, count);
        desk.report("bootstrap: this member votes without its earlier votes");
        host.join(promised[count - witnesses], through[count - witnesses], beside);
        admitted();
    }

    private void foundAlone() {
        found(new Lock(desk.randomBits(), List.of(incarnation), host.held()));
    }

    /**
     * Founds an ensemble with a quorum of members that were started with {@code bootstrap}; the lowest of them names
     * the locked set. If all members answer and no member has all its votes, the ensemble continues the longest history
     * of the founders.
     */
    private void foundWithSome() {
        List<Incarnation> storages = new ArrayList<>();
        boolean empty = standing == Rank.FRESH;
        boolean all = true;
        boolean voting = false;
        for (int r = 0; r < answers.length; r++) {
            Standing answer = answers[r];
            boolean in = r == rank || (answer != null && answer.bootstrap());
            storages.add(!in ? Incarnation.NONE : r == rank ? incarnation : answer.incarnation());
            if (r == rank) continue;
            all &= answer != null;
            if (answer == null) continue;
            if (answer.rank() == Rank.LOCKED) return;
            empty &= answer.rank() == Rank.FRESH;
            voting |= in && answer.rank() == Rank.VOTER;
        }
        Lock with = new Lock(desk.randomBits(), storages, longest(storages));
        boolean quorum = Integer.bitCount(with.ranks()) >= foundersMin;
        boolean history = readmits && !empty && all && witnesses == 1;
        if (standing == Rank.LOCKED || !quorum || !(empty || history)) return;
        if (history && !mayGoOn(with)) return;
        if (standing == Rank.VOTER) {
            desk.report(
                    "bootstrap: this member gives up its votes, because no member has all of its own");
            lost(false);
        } else if (!voting && with.coordinator() == rank && (everLocked & ~with.ranks()) == 0) {
            lock(with);
        }
    }

    /**
     * Whether the members of {@code with} may found an ensemble with their longest history. No other member may hold a
     * longer history, and a member of the set must hold all entries of the history's last slot.
     */
    private boolean mayGoOn(Lock with) {
        boolean whole = host.held() == with.base() && !host.inside();
        for (int r = 0; r < answers.length; r++) {
            if (r == rank) continue;
            Standing answer = answers[r];
            boolean voter = answer.rank() == Rank.VOTER;
            if (!with.has(r) && (voter || answer.held() > with.base())) {
                hinder(
                        "bootstrap: member "
                                + members.id(r)
                                + " holds a history through slot "
                                + answer.held()
                                + ": start it with bootstrap, too");
                return false;
            }
            whole |= with.has(r) && answer.held() == with.base() && (voter || !answer.gap());
        }
        if (!whole)
            hinder(
                    "bootstrap: slot "
                            + with.base()
                            + " is known in part only: see \"Lost members\"");
        return whole;
    }

    private void hinder(String why) {
        if (!why.equals(obstacle)) desk.report(why);
        obstacle = why;
    }

    String obstacle() {
        return votes() ? "" : obstacle;
    }

    void admitted() {
        standing = Rank.VOTER;
        lock = Lock.NONE;
        out.changed();
        tell(false);
    }

    /**
     * Gives this member's storage a new identity, because a part of the storage is lost; a leader must admit this
     * member before it votes.
     *
     * @param knowingly whether the operator has removed the lost part of the storage; if so, the only member of an
     *     ensemble of one founds the ensemble again
     */
    void lost(boolean knowingly) {
        incarnation = Incarnation.NONE;
        forgetEra();
        everLocked = 0;
        free();
        begin();
        if (members.size() > 1 || !knowingly) forgot();
    }

    void forgot() {
        standing = Rank.LEARNER;
        out.changed();
    }

    void write(WireWriter to) {
        to.u8(standing.ordinal());
        incarnation.write(to);
        to.i64(era).i64(origin).varint(base).i32(everLocked);
        lock.write(to);
    }

    void restore(WireReader in) {
        standing = Rank.values()[in.count(Rank.values().length - 1)];
        incarnation = Incarnation.read(in);
        era = in.i64();
        origin = in.i64();
        base = in.varint();
        everLocked = in.i32();
        lock = Lock.read(in);
        if (standing == Rank.LOCKED) lockOf[rank] = lock;
        out.era(era);
    }
}

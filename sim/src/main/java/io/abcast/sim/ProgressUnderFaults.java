package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Probe;
import io.abcast.log.Durability;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Requires that the cluster makes progress while faults last, if a quorum of voters is healthy. A set of voters is
 * healthy if all its members are sound, any two are connected without loss, and the set can order requests. A member is
 * sound if it is up, not paused, may vote, and has correct views, a correct clock and a fast disk. The time limit T is
 * 5 times the election timeout plus the phase timeout, see {@link Timeouts}.
 *
 * <ul>
 *   <li>While some set of voters is healthy, no interval without an established leader is longer than the time limit T.
 *   <li>The leader, and each healthy member with sound links to the leader, answers its oldest request and its oldest
 *       read within twice the time limit T. The limit for an answer begins at the submission of the request or at the
 *       member's previous answer, whichever is later. Under high load, the limit for an answer begins again with each
 *       answer of any member.
 *   <li>A healthy member whose links with the leader have been unsound for the time limit T must report that it is not
 *       active. In a protocol in which members answer without the leader, unsound links with the leader require no such
 *       report.
 *   <li>While the disturbance (the lasting fault) does not change, the leader changes at most as often as
 *       {@link #CHANGES_MAX} says.
 * </ul>
 *
 * <p>The limits for an election and for an answer start again if, without an established leader, a member's log becomes
 * longer than it ever was.
 */
final class ProgressUnderFaults {
    static final int CHANGES_MAX = 3;

    private static final long DRAIN_NANOS_MAX = 20_000_000_000L;

    /** Maximum error of a healthy member's clock, as a fraction of the elapsed time. */
    private static final double CLOCK_ERROR_MAX = 0.051;

    private final Cluster cluster;
    private final Subject subject;
    private final Timeouts timeouts;
    private final ClusterModel model;

    /**
     * For each set of voters (one bit per voter of {@link #voterIds}): virtual time in ns since which it is healthy;
     * negative if it is not healthy.
     */
    private long[] healthySince = new long[0];

    private Membership ensemble;

    private int[] voterIds = new int[0];

    /**
     * For each member, by rank: the virtual time in ns since which this member must answer requests; negative if it
     * need not answer.
     */
    private final long[] servedSince;

    private final Oldest[] requests;
    private final Oldest[] reads;

    private static final class Oldest {
        Object what;
        long sinceNanos;
        long partialBytes;
    }

    private long seenNanos;

    private long leaderlessSince;

    private long copiedNanos;

    /** For each member, by rank: the highest zxid (log position) that the member's log has had. */
    private final long[] logged;

    private int lastLeader;
    private long unchangedSince;
    private int signature;
    private int changes;
    private String violation;
    private boolean anyHealthy;

    private boolean loaded = true;

    private long anyAnsweredNanos;

    /**
     * Whether the run has had a leader; the progress rules apply only afterwards, because the first election needs all
     * members.
     */
    private boolean founded;

    /**
     * For each member, by rank: the virtual time in ns since which the member's links with the leader have been cut;
     * negative if the links are sound.
     */
    private final long[] cutOffSince;

    private int cutOffFrom;

    ProgressUnderFaults(Cluster cluster, ClusterModel model, Timeouts timeouts, Subject subject) {
        this.cluster = cluster;
        this.subject = subject;
        this.model = model;
        this.timeouts = timeouts;
        servedSince = new long[cluster.members().size()];
        cutOffSince = new long[cluster.members().size()];
        logged = new long[cluster.members().size()];
        requests = new Oldest[cluster.members().size()];
        reads = new Oldest[cluster.members().size()];
        Arrays.setAll(requests, rank -> new Oldest());
        Arrays.setAll(reads, rank -> new Oldest());
        Arrays.fill(servedSince, -1);
        Arrays.fill(cutOffSince, -1);
    }

    void runFor(long nanos) {
        if (cluster.now() != seenNanos) forget();
        long until = cluster.now() + nanos;
        long every = Math.max(1, Math.min(5_000_000, timeouts.electionTimeoutNanos() / 5));
        while (cluster.ok() && cluster.now() < until && violation == null) {
            cluster.runFor(Math.min(every, until - cluster.now()));
            if (cluster.ok()) look();
            seenNanos = cluster.now();
        }
    }

    private void forget() {
        long now = cluster.now();
        Arrays.fill(healthySince, -1);
        Arrays.fill(servedSince, -1);
        Arrays.fill(cutOffSince, -1);
        leaderlessSince = copiedNanos = unchangedSince = now;
        changes = 0;
    }

    void drain() {
        long until = cluster.now() + DRAIN_NANOS_MAX;
        while (cluster.ok()
                && violation == null
                && cluster.now() < until
                && cluster.unanswered() > cluster.ensemble().size())
            runFor(timeouts.electionTimeoutNanos());
        loaded = false;
    }

    boolean anyHealthy() {
        return anyHealthy;
    }

    String violation() {
        return violation;
    }

    /** Under the restricted rule of some Zab variants, the last leader does not count in the quorum. */
    boolean suffice(IntPredicate voters) {
        Membership present = ensemble();
        return suffice(present.voterIds(), healthyMin(present), voters);
    }

    private int healthyMin(Membership of) {
        return Math.max(of.quorum(), subject.healthyMin(of.voters()));
    }

    private boolean suffice(int[] ids, int quorum, IntPredicate voters) {
        int excluded = 0;
        int epoch = -1;
        for (int id : ids) {
            Probe probe = voters.test(id) ? cluster.probe(id) : null;
            if (probe == null || probe.epoch() <= epoch) continue;
            epoch = probe.epoch();
            excluded = probe.excludedLeader();
        }
        int count = 0;
        for (int id : ids) if (id != excluded && voters.test(id)) count++;
        return count >= quorum;
    }

    /**
     * In a run without logs, a quorum of other members must remember the history, because a crash makes the member
     * forget it.
     */
    boolean mayCrash(int id) {
        if (!cluster.up(id)) return false;
        if (cluster.durability() != Durability.MEMORY) return true;
        return cluster.history().changesPending() == 0
                && suffice(other -> other != id && cluster.remembersDurably(other));
    }

    private void look() {
        founded |= cluster.leader() != 0;
        if (!founded) return;
        long now = cluster.now();
        observeDisturbance(now);
        observeHealth(now);
        observeLeader(now);
        observeCutOff(now);
        observeRequests(now);
    }

    private void observeHealth(long now) {
        Membership present = ensemble();
        if (!present.equals(ensemble) || cluster.history().changesPending() > 0) {
            ensemble = present;
            voterIds = present.voterIds();
            healthySince = new long[1 << present.voters()];
            Arrays.fill(healthySince, -1);
        }
        int[] ids = voterIds;
        int quorum = healthyMin(present);
        int[] sound = new int[ids.length];
        int fit = 0;
        for (int a = 0; a < ids.length; a++) if (isFit(ids[a])) fit |= 1 << a;
        for (int a = 0; a < ids.length; a++)
            for (int b = 0; b < ids.length; b++)
                if (a == b || isSound(ids[a], ids[b])) sound[a] |= 1 << b;
        boolean any = false;
        for (int s = 0; s < healthySince.length; s++) {
            int set = s;
            boolean healthy = (set & ~fit) == 0 && Integer.bitCount(set) >= quorum;
            for (int rest = set; healthy && rest != 0; rest &= rest - 1)
                healthy = (set & ~sound[Integer.numberOfTrailingZeros(rest)]) == 0;
            healthy = healthy && suffice(ids, quorum, id -> (set >> voterIndex(id) & 1) != 0);
            if (!healthy) healthySince[set] = -1;
            else if (healthySince[set] < 0) healthySince[set] = now;
            any |= healthy;
        }
        anyHealthy = any;
    }

    /**
     * Returns the earliest virtual time in ns since which some matching set of voters is healthy; negative if no
     * matching set is healthy.
     */
    private long healthySince(IntPredicate set) {
        long since = -1;
        for (int s = 0; s < healthySince.length; s++)
            if (healthySince[s] >= 0 && (since < 0 || healthySince[s] < since) && set.test(s))
                since = healthySince[s];
        return since;
    }

    private boolean isSound(int a, int b) {
        Network network = cluster.network();
        int from = cluster.members().rank(a);
        int to = cluster.members().rank(b);
        SimulatedProcess one = cluster.replica(a).life();
        SimulatedProcess other = cluster.replica(b).life();
        boolean acquainted =
                one != null && other != null && one.reaches(other) && other.reaches(one);
        return acquainted && network.isSound(from, to) && network.isSound(to, from);
    }

    private boolean isFit(int id) {
        SimulatedServer member = cluster.replica(id);
        long slack = timeouts.electionTimeoutNanos() / 10;
        return member.up()
                && cluster.hintsAreTrue()
                && cluster.inboxBytesMax() == ClusterModel.INBOX_BYTES_MAX
                && cluster.remembers(id)
                && !member.standsStill()
                && Math.abs(member.clock().rate() - 1) <= CLOCK_ERROR_MAX
                && member.drive().isSound()
                && member.drive().faults().none()
                && model.disk().syncNanosMax() + model.disk().readNanosMax() <= slack
                && model.timerNanosMax() <= slack;
    }

    /**
     * A member that believes that it leads counts only if enough voters for progress have not entered a later epoch; 0
     * without a leader.
     */
    private int leader() {
        int leader = cluster.leader();
        if (leader == 0) return 0;
        Probe leading = cluster.probe(leader);
        Membership present = ensembleOf(leading);
        int gone = 0;
        for (int rank = 0; rank < present.size(); rank++) {
            Probe probe = present.votes(rank) ? cluster.probe(present.id(rank)) : null;
            if (probe != null && probe.epoch() > leading.epoch()) gone++;
        }
        return present.voters() - gone >= healthyMin(present) ? leader : 0;
    }

    private Membership ensemble() {
        int leader = leader();
        return leader == 0 ? cluster.history().ensemble() : ensembleOf(cluster.probe(leader));
    }

    private Membership ensembleOf(Probe leader) {
        Membership known = leader.ensemble();
        return known == null ? cluster.history().ensemble() : known;
    }

    private void observeLeader(long now) {
        int leader = leader();
        if (leader != 0 && leader != lastLeader) {
            if (lastLeader != 0) changes++;
            lastLeader = leader;
        }
        if (anyLogGrows() && leader == 0) copiedNanos = now;
        if (leader != 0) leaderlessSince = now;
        long since = healthySince(set -> true);
        if (since < 0) return;
        long without = now - Math.max(since, Math.max(leaderlessSince, copiedNanos));
        if (without > timeouts.leaderlessNanosMax())
            violate("no leader for " + RunSchedule.millis(without) + " ms");
        if (subject.hasLeader() && changes > CHANGES_MAX && since <= unchangedSince)
            violate(
                    "the leader has changed "
                            + changes
                            + " times in the "
                            + RunSchedule.millis(now - unchangedSince)
                            + " ms since the disturbance has changed");
    }

    private boolean anyLogGrows() {
        boolean grows = false;
        for (SimulatedServer member : members()) {
            long last = member.drive().ledger().asked().lastZxid();
            grows |= last > logged[member.rank()];
            logged[member.rank()] = Math.max(logged[member.rank()], last);
        }
        return grows;
    }

    private void observeDisturbance(long now) {
        int present = signature();
        if (present == signature) return;
        signature = present;
        unchangedSince = now;
        changes = 0;
    }

    private int signature() {
        int hash = 1;
        for (SimulatedServer member : members()) {
            hash = 31 * hash + (member.up() ? member.lives() : 0);
            hash = 31 * hash + (member.paused() ? 1 : 0);
            hash = 31 * hash + Double.hashCode(member.clock().rate());
            hash = 31 * hash + (member.drive().faults().none() ? 1 : 0);
            for (SimulatedServer other : members())
                hash = 31 * hash + (cluster.network().isSound(member.rank(), other.rank()) ? 1 : 0);
        }
        return hash;
    }

    private Iterable<SimulatedServer> members() {
        return () -> Arrays.stream(cluster.members().ids()).mapToObj(cluster::replica).iterator();
    }

    private void observeCutOff(long now) {
        if (!subject.servesThroughLeader()) return;
        int leader = leader();
        if (leader != cutOffFrom) Arrays.fill(cutOffSince, -1);
        cutOffFrom = leader;
        for (int rank = 0; leader != 0 && rank < cutOffSince.length; rank++) {
            int id = cluster.members().id(rank);
            boolean cutOff =
                    id != leader
                            && !isSound(id, leader)
                            && healthySince(set -> isIn(set, id, 0)) >= 0;
            if (!cutOff) cutOffSince[rank] = -1;
            else if (cutOffSince[rank] < 0) cutOffSince[rank] = now;
            if (!cutOff || now - cutOffSince[rank] <= timeouts.leaderlessNanosMax()) continue;
            Probe probe = cluster.probe(id);
            if (probe.active() && probe.epoch() == cluster.probe(leader).epoch())
                violate(
                        "#"
                                + id
                                + " is cut off from leader #"
                                + leader
                                + " and reports that it is active");
            else cluster.coverage().saw(CommonGoal.CUT_OFF_MEMBERS_SAID_SO, 1);
        }
    }

    private void observeRequests(long now) {
        int leader = leader();
        for (int rank = 0; rank < servedSince.length; rank++) {
            int id = cluster.members().id(rank);
            boolean reaches =
                    leader == 0
                            || leader == id
                            || !subject.servesThroughLeader()
                            || isSound(id, leader);
            long since = reaches ? healthySince(set -> set != 0 && isIn(set, id, leader)) : -1;
            if (since < 0) servedSince[rank] = -1;
            else if (servedSince[rank] < 0) servedSince[rank] = now;
            if (servedSince[rank] < 0) continue;
            ObservedRequest request = oldest(rank);
            if (request != null)
                check(now, rank, request.submittedNanos(), request, requests[rank], id);
            List<ObservedRead> asked = cluster.history().pendingReads(rank);
            if (!asked.isEmpty())
                check(now, rank, asked.get(0).askedNanos(), asked.get(0), reads[rank], id);
        }
    }

    private boolean isIn(int set, int id, int leader) {
        int at = voterIndex(id);
        boolean leads = id == leader && subject.servesThroughLeader();
        return leads || (at >= 0 && (set >> at & 1) != 0);
    }

    private int voterIndex(int id) {
        return Math.max(-1, Arrays.binarySearch(voterIds, id));
    }

    /** Excludes changes of the ensemble, because they may have to wait for members that are not healthy. */
    private ObservedRequest oldest(int rank) {
        for (ObservedRequest request : cluster.history().pending(rank))
            if (!request.isChange()) return request;
        return null;
    }

    private void check(long now, int rank, long submitted, Object what, Oldest oldest, int id) {
        if (oldest.what != what) {
            oldest.what = what;
            oldest.sinceNanos = now;
            // A read waits for earlier writes of the same member, so the measured times of the read
            // and of the write both restart.
            if (loaded) requests[rank].sinceNanos = reads[rank].sinceNanos = now;
            if (loaded) anyAnsweredNanos = now;
        }
        // A snapshot transfer to this member may take longer than the limit for an answer, so each
        // received part restarts the limit.
        long partialBytes = cluster.replica(id).drive().transferredBytes();
        if (partialBytes != oldest.partialBytes) oldest.sinceNanos = now;
        oldest.partialBytes = partialBytes;
        long since = Math.max(servedSince[rank], submitted);
        since = Math.max(since, Math.max(oldest.sinceNanos, anyAnsweredNanos));
        long waited = now - Math.max(since, copiedNanos);
        if (waited > timeouts.answerNanosMax())
            violate(
                    what
                            + " at #"
                            + id
                            + " has no answer for "
                            + RunSchedule.millis(waited)
                            + " ms");
    }

    private void violate(String what) {
        if (violation == null)
            violation =
                    what
                            + " while a quorum was healthy; T is "
                            + RunSchedule.millis(timeouts.leaderlessNanosMax())
                            + " ms";
    }
}

package io.abcast.jgroups.health;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * Decides which warnings are active and which lines about warnings are logged, on the basis of samples of a member's
 * state. {@code Health} uses no clock, disk or thread.
 *
 * <p><b>Thread rule:</b> one thread at a time calls {@link #look}; any thread may call the other methods of {@code
 * Health}.
 */
public final class Health {
    private static final long MILLI = 1_000_000;
    private static final long MIB = 1 << 20;

    /**
     * A warning that is active at this member.
     *
     * @param member server id of the member that the warning is about; 0 for this member
     * @param text the text of the warning's log line
     * @param sinceNanos time in ns at which the warning began, on the clock of {@link Sample#nowNanos}
     */
    public record Active(Warning warning, int member, String text, long sinceNanos) {}

    private final WarnLimits limits;
    private final Consumer<String> lines;
    private final Map<Warning, Condition> own = new EnumMap<>(Warning.class);

    private final Map<Integer, Condition> lagging = new TreeMap<>();

    private final Map<Integer, Condition> sending = new TreeMap<>();
    private final Map<Integer, Condition> absent = new TreeMap<>();

    private final Map<Integer, Long> sendingSince = new TreeMap<>();

    private final Map<Integer, Long> absentSince = new TreeMap<>();
    private long fetchingSince;
    private int fetchingFrom;
    private Sample last;

    private final AtomicLongArray counts = new AtomicLongArray(Warning.values().length);
    private volatile List<Active> active = List.of();

    /**
     * Creates a health check that has no active warnings yet.
     *
     * @param lines consumer of each log line, on the thread that calls {@link #look}
     */
    public Health(WarnLimits limits, Consumer<String> lines) {
        this.limits = limits;
        this.lines = lines;
        for (Warning warning : Warning.values()) own.put(warning, new Condition(lines));
    }

    /** Returns the warnings of the member that were active at the last sample. */
    public List<Active> active() {
        return active;
    }

    /** Returns how often {@code warning} has begun, about this member or another one, since the start of the member. */
    public long count(Warning warning) {
        return counts.get(warning.ordinal());
    }

    /** Evaluates one sample of the member's state. */
    public void look(Sample s) {
        boolean paused = pause(s);
        if (!paused) stall(s);
        clock(s);
        sync(s);
        snapshots(s);
        disk(s);
        requests(s);
        certificate(s);
        followers(s);
        last = s;
        List<Active> now = new ArrayList<>();
        own.forEach((warning, condition) -> add(now, warning, 0, condition));
        lagging.forEach((id, condition) -> add(now, Warning.FOLLOWER_LAG, id, condition));
        sending.forEach((id, condition) -> add(now, Warning.SLOW_SNAPSHOT, id, condition));
        absent.forEach((id, condition) -> add(now, Warning.MEMBER_ABSENT, id, condition));
        active = List.copyOf(now);
    }

    private static void add(List<Active> to, Warning warning, int member, Condition condition) {
        if (condition.isActive())
            to.add(new Active(warning, member, condition.text(), condition.sinceNanos()));
    }

    private void happened(Warning warning, String text, Sample s) {
        counts.incrementAndGet(warning.ordinal());
        own.get(warning).happened(text, s.nowNanos());
    }

    private void holds(Warning warning, Condition condition, String text, Sample s) {
        if (condition.holds(text, s.nowNanos())) counts.incrementAndGet(warning.ordinal());
    }

    /** @return whether the whole process stalled; a stall explains the other delays in the sample */
    private boolean pause(Sample s) {
        Condition condition = own.get(Warning.PAUSE);
        if (limits.pauseNanos() == 0 || s.lateNanos() <= limits.pauseNanos()) {
            condition.fades(s.nowNanos());
            return false;
        }
        long garbage = last == null ? 0 : (s.gcNanos() - last.gcNanos()) / MILLI;
        String text =
                ("this process stalled for %d ms (warn_pause: %d ms), of which garbage collection took %d ms: %s. A"
                                        + " member that")
                                .formatted(
                                        s.lateNanos() / MILLI,
                                        limits.pauseNanos() / MILLI,
                                        garbage,
                                        garbage * 2 * MILLI > s.lateNanos()
                                                ? "enlarge the heap, or check the log of the garbage collector"
                                                : "check for swapping, a stopped process or virtual machine, or a busy"
                                                        + " host")
                        + " stalls for election_timeout counts as failed";
        happened(Warning.PAUSE, text, s);
        return true;
    }

    private void stall(Sample s) {
        Condition condition = own.get(Warning.LOOP_STALL);
        if (limits.pauseNanos() == 0 || s.loopQuietNanos() <= limits.pauseNanos()) {
            condition.ended("the event loop runs again", s.nowNanos());
            return;
        }
        String text =
                "the event loop has stalled for %d ms (warn_pause: %d ms), it is %s. Receivers and callbacks must"
                                .formatted(
                                        s.loopQuietNanos() / MILLI,
                                        limits.pauseNanos() / MILLI,
                                        condition.isActive()
                                                ? "still in the same round"
                                                : s.loopAt().get())
                        + " return quickly; if the event loop waits for the storage, the disk is too slow";
        holds(Warning.LOOP_STALL, condition, text, s);
    }

    private void clock(Sample s) {
        Condition condition = own.get(Warning.CLOCK_JUMP);
        long jump =
                last == null
                        ? 0
                        : s.wallNanos() - last.wallNanos() - (s.nowNanos() - last.nowNanos());
        if (limits.clockJumpNanos() == 0 || Math.abs(jump) <= limits.clockJumpNanos()) {
            condition.fades(s.nowNanos());
            return;
        }
        String text =
                ("the wall clock jumped by %+.3f s (warn_clock_jump: %d ms): the clock was set, or the host was"
                                        + " suspended. abcast")
                                .formatted(jump / 1e9, limits.clockJumpNanos() / MILLI)
                        + " does not depend on the wall clock, but time stamps of logs and the validity of TLS"
                        + " certificates do";
        happened(Warning.CLOCK_JUMP, text, s);
    }

    private void sync(Sample s) {
        Condition condition = own.get(Warning.SLOW_SYNC);
        long longest = Math.max(s.longestSyncNanos(), s.syncingNanos());
        if (limits.syncNanos() == 0 || longest <= limits.syncNanos()) {
            condition.fades(s.nowNanos());
            return;
        }
        boolean over = s.longestSyncNanos() > limits.syncNanos();
        String text =
                "slow disk: a log sync %s %d ms (warn_sync_time: %d ms); %d KiB of data wait for it, and so do all"
                                .formatted(
                                        over ? "took" : "has so far taken",
                                        longest / MILLI,
                                        limits.syncNanos() / MILLI,
                                        s.handedOverBytes() >> 10)
                        + " requests that need this member: check the disk of data_dir for other load and for failures";
        // A log sync that exceeded its threshold while it was in progress has already been counted.
        if (over && last != null && last.syncingNanos() > limits.syncNanos())
            condition.holds(text, s.nowNanos());
        else if (over || !condition.isActive()) happened(Warning.SLOW_SYNC, text, s);
        else condition.holds(text, s.nowNanos());
    }

    private void disk(Sample s) {
        Condition condition = own.get(Warning.DISK_LOW);
        Sample.Disk d = s.disk();
        if (d == null) return;
        long percent = d.totalBytes() <= 0 ? 100 : (long) (100.0 * d.freeBytes() / d.totalBytes());
        boolean low =
                (limits.diskFreeBytes() > 0 && d.freeBytes() < limits.diskFreeBytes())
                        || (limits.diskFreePercent() > 0 && percent < limits.diskFreePercent());
        if (!low) {
            condition.ended("there is room for " + d.dir() + " again", s.nowNanos());
            return;
        }
        String text =
                ("disk nearly full: %d MiB (%d %%) are free for %s (warn_disk_free: %d MiB, warn_disk_free_percent:"
                                        + " %d). This")
                                .formatted(
                                        d.freeBytes() / MIB,
                                        percent,
                                        d.dir(),
                                        limits.diskFreeBytes() / MIB,
                                        limits.diskFreePercent())
                        + " member stops when the disk is full: free some space, or lower snapshot_every_bytes";
        holds(Warning.DISK_LOW, condition, text, s);
    }

    private void snapshots(Sample s) {
        Condition condition = own.get(Warning.SLOW_SNAPSHOT);
        if (s.fetchingFrom() != fetchingFrom) {
            fetchingFrom = s.fetchingFrom();
            fetchingSince = s.nowNanos();
        }
        long fetching = fetchingFrom == 0 ? 0 : s.nowNanos() - fetchingSince;
        boolean slow = limits.snapshotNanos() > 0;
        if (slow && s.snapshottingNanos() > limits.snapshotNanos())
            holds(
                    Warning.SLOW_SNAPSHOT,
                    condition,
                    ("writing a snapshot has so far taken %d s (warn_snapshot_time: %d s), and the log grows until it"
                                    + " is complete: check the disk, the size of the state, and the snapshot code of"
                                    + " the receiver")
                            .formatted(
                                    s.snapshottingNanos() / 1_000_000_000,
                                    limits.snapshotNanos() / 1_000_000_000),
                    s);
        else if (slow && fetching > limits.snapshotNanos())
            holds(
                    Warning.SLOW_SNAPSHOT,
                    condition,
                    ("this member has been fetching a snapshot from leader %d for %d s (warn_snapshot_time: %d s) and"
                                    + " serves no requests until the snapshot is complete: check the network and the"
                                    + " disk; snapshot_chunk_bytes is the size of one fetched chunk")
                            .formatted(
                                    fetchingFrom,
                                    fetching / 1_000_000_000,
                                    limits.snapshotNanos() / 1_000_000_000),
                    s);
        else condition.ended("the snapshot is complete", s.nowNanos());
    }

    private void requests(Sample s) {
        Condition condition = own.get(Warning.REQUESTS_NEAR_BOUND);
        double share =
                Math.max(
                        share(s.requests(), s.requestsMax()),
                        share(s.requestBytes(), s.requestBytesMax()));
        if (limits.requestsPercent() == 0 || share * 100 < limits.requestsPercent()) {
            condition.ended("requests are below warn_requests_percent again", s.nowNanos());
            return;
        }
        String text =
                ("%d of %d requests and %d of %d bytes are unanswered (warn_requests_percent: %d): at 100 %% requests"
                                        + " are refused as")
                                .formatted(
                                        s.requests(),
                                        s.requestsMax(),
                                        s.requestBytes(),
                                        s.requestBytesMax(),
                                        limits.requestsPercent())
                        + " BUSY. Send fewer requests, or find the bottleneck: the disk, a receiver, or the network to"
                        + " the other members";
        holds(Warning.REQUESTS_NEAR_BOUND, condition, text, s);
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }

    private void certificate(Sample s) {
        Sample.Certificate c = s.certificate();
        if (c == null || limits.certificateDays() == 0) return;
        Condition condition = own.get(Warning.CERTIFICATE_EXPIRY);
        Instant now = Instant.EPOCH.plusNanos(s.wallNanos());
        long days = ChronoUnit.DAYS.between(now, c.ends());
        if (days >= limits.certificateDays()) {
            condition.ended("the TLS certificate in " + c.file() + " was renewed", s.nowNanos());
            return;
        }
        String text =
                ("the TLS certificate %s in %s %s at %s, %s (warn_certificate_days: %d): with an expired certificate"
                                        + " this")
                                .formatted(
                                        c.alias(),
                                        c.file(),
                                        now.isAfter(c.ends()) ? "expired" : "expires",
                                        c.ends(),
                                        now.isAfter(c.ends())
                                                ? -days + " days ago"
                                                : "in " + days + " days",
                                        limits.certificateDays())
                        + " member cannot connect to others. Make new keys and restart the members one after the other";
        holds(Warning.CERTIFICATE_EXPIRY, condition, text, s);
    }

    private void followers(Sample s) {
        if (!s.leading()) {
            sendingSince.clear();
            absentSince.clear();
        }
        List<FollowerLag> others = s.leading() ? s.others() : List.of();
        for (FollowerLag f : others) {
            lag(f, s);
            sending(f, s);
            absence(f, s);
        }
        // Drops the conditions of removed members, and of all members if this member does not lead.
        forget(lagging, others);
        forget(sending, others);
        forget(absent, others);
    }

    private static void forget(Map<Integer, Condition> of, List<FollowerLag> others) {
        of.keySet().removeIf(id -> others.stream().noneMatch(f -> f.member() == id));
    }

    private void lag(FollowerLag f, Sample s) {
        Condition condition = lagging.computeIfAbsent(f.member(), id -> new Condition(lines));
        if (limits.lagNanos() == 0 || !f.serving() || f.lagNanos() <= limits.lagNanos()) {
            condition.ended(
                    f.serving() ? "follower " + f.member() + " has caught up" : null, s.nowNanos());
            return;
        }
        String text =
                ("follower %d is %d ms behind (warn_follower_lag: %d ms): %d entries not acked, %d KiB in flight; %s:"
                                + " check its disk, its load, and the network to it")
                        .formatted(
                                f.member(),
                                f.lagNanos() / MILLI,
                                limits.lagNanos() / MILLI,
                                f.entries(),
                                f.windowBytes() >> 10,
                                f.quietNanos() < limits.lagNanos() / 2
                                        ? "it still answers"
                                        : "its last message arrived "
                                                + f.quietNanos() / MILLI
                                                + " ms ago");
        holds(Warning.FOLLOWER_LAG, condition, text, s);
    }

    private void sending(FollowerLag f, Sample s) {
        Condition condition = sending.computeIfAbsent(f.member(), id -> new Condition(lines));
        boolean fetches = f.stage().equals(FollowerLag.FETCHING);
        if (!fetches) sendingSince.remove(f.member());
        long taken =
                fetches
                        ? s.nowNanos()
                                - sendingSince.computeIfAbsent(f.member(), id -> s.nowNanos())
                        : 0;
        if (limits.snapshotNanos() == 0 || taken <= limits.snapshotNanos()) {
            condition.ended(
                    "follower " + f.member() + " no longer fetches a snapshot", s.nowNanos());
            return;
        }
        String text =
                ("follower %d has been fetching a snapshot for %d s (warn_snapshot_time: %d s) and counts in no quorum"
                                + " until the snapshot is complete: check the network to it and its disk")
                        .formatted(
                                f.member(),
                                taken / 1_000_000_000,
                                limits.snapshotNanos() / 1_000_000_000);
        holds(Warning.SLOW_SNAPSHOT, condition, text, s);
    }

    private void absence(FollowerLag f, Sample s) {
        Condition condition = absent.computeIfAbsent(f.member(), id -> new Condition(lines));
        // A member that fetches a snapshot is not absent; the warning SLOW_SNAPSHOT covers a fetch
        // that takes too long.
        boolean there = f.serving() || f.stage().equals(FollowerLag.FETCHING);
        if (there) absentSince.remove(f.member());
        long gone =
                there
                        ? 0
                        : s.nowNanos()
                                - absentSince.computeIfAbsent(f.member(), id -> s.nowNanos());
        if (limits.absenceNanos() == 0 || gone <= limits.absenceNanos()) {
            condition.ended("member " + f.member() + " is back", s.nowNanos());
            return;
        }
        String text =
                "member %d has not followed for %d s (warn_absence: %d s); %s: start or replace the member"
                        .formatted(
                                f.member(),
                                gone / 1_000_000_000,
                                limits.absenceNanos() / 1_000_000_000,
                                s.spare() == 0
                                        ? "no other member may fail now"
                                        : "the ensemble tolerates " + s.spare() + " more failures");
        holds(Warning.MEMBER_ABSENT, condition, text, s);
    }
}

package io.abcast.jgroups.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes the samples of a healthy member, four per second of virtual time, with changes by the test. */
final class Looks {
    static final long MILLI = 1_000_000;
    static final WarnLimits LIMITS =
            new WarnLimits(
                    1_000 * MILLI,
                    5_000 * MILLI,
                    60_000 * MILLI,
                    60_000 * MILLI,
                    1_000 * MILLI,
                    1_000 * MILLI,
                    1L << 30,
                    5,
                    90,
                    30);
    private static final long INTERVAL = 250 * MILLI;

    final List<String> lines = new ArrayList<>();
    final Health health;

    long now = -17;
    long wall = Instant.parse("2026-11-21T10:00:00Z").getEpochSecond() * 1_000_000_000;
    long late;
    long gc;
    long loopQuiet = 20 * MILLI;
    long longestSync = 8 * MILLI;
    long syncing;
    long waiting;
    long snapshotting;
    int fetchingFrom;
    boolean leading = true;
    int spare = 1;
    List<FollowerLag> others = new ArrayList<>(List.of(serving(1, 20), serving(2, 900)));
    long requests = 10;
    long requestBytes = 10_000;
    Sample.Disk disk = new Sample.Disk("data/3", 50L << 30, 100L << 30);
    Sample.Certificate certificate =
            new Sample.Certificate(
                    "keys/server-3.p12", "server-3", Instant.parse("2027-11-21T10:00:00Z"));

    Looks() {
        this(LIMITS);
    }

    Looks(WarnLimits limits) {
        health = new Health(limits, lines::add);
    }

    static FollowerLag serving(int member, long lagMillis) {
        return new FollowerLag(
                member, "SERVING", true, lagMillis, lagMillis * MILLI, 4096, 50 * MILLI, 77);
    }

    static FollowerLag fetching(int member) {
        return new FollowerLag(member, FollowerLag.FETCHING, false, -1, 0, 0, 50 * MILLI, 77);
    }

    void other(FollowerLag lag) {
        others.replaceAll(f -> f.member() == lag.member() ? lag : f);
    }

    Looks pass(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= INTERVAL) look(INTERVAL);
        return this;
    }

    Looks look(long afterNanos) {
        now += afterNanos;
        wall += afterNanos;
        health.look(
                new Sample(
                        now,
                        wall,
                        late,
                        gc,
                        loopQuiet,
                        () -> "at Receiver.abdeliver(Receiver.java:12)",
                        longestSync,
                        syncing,
                        waiting,
                        snapshotting,
                        fetchingFrom,
                        leading,
                        spare,
                        List.copyOf(others),
                        requests,
                        65_536,
                        requestBytes,
                        64 << 20,
                        disk,
                        certificate));
        return this;
    }

    List<Warning> active() {
        return health.active().stream().map(Health.Active::warning).toList();
    }

    List<String> said() {
        List<String> said = List.copyOf(lines);
        lines.clear();
        return said;
    }
}

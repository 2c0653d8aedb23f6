package io.abcast.jgroups.health;

import static io.abcast.jgroups.health.Looks.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests in virtual time that each warning is active exactly while its condition holds, and that its text gives advice.
 */
public final class HealthTest {
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aHealthyMemberIsSilentForHours() {
        Looks looks = new Looks().pass(Duration.ofHours(4));
        assertEquals(List.of(), looks.said());
        assertEquals(List.of(), looks.active());
        for (Warning warning : Warning.values())
            assertEquals(0, looks.health.count(warning), warning::label);
    }

    @Test
    void withoutLimitsThereIsNoWarning() {
        Looks looks = new Looks(WarnLimits.OFF);
        for (Trouble trouble : TROUBLES) trouble.begins.accept(looks);
        looks.wall += 3_600_000 * MILLI;
        looks.pass(Duration.ofMinutes(5));
        assertEquals(List.of(), looks.said());
        assertEquals(List.of(), looks.active());
    }

    private record Trouble(
            Warning warning,
            int member,
            String says,
            Consumer<Looks> begins,
            Consumer<Looks> ends,
            String endSays) {}

    private static final List<Trouble> TROUBLES =
            List.of(
                    new Trouble(
                            Warning.LOOP_STALL,
                            0,
                            "the event loop has stalled for 2300 ms (warn_pause: 1000 ms), it is at"
                                    + " Receiver.abdeliver(Receiver.java:12)",
                            l -> l.loopQuiet = 2_300 * MILLI,
                            l -> l.loopQuiet = 1,
                            "runs again"),
                    new Trouble(
                            Warning.FOLLOWER_LAG,
                            2,
                            "follower 2 is 5200 ms behind (warn_follower_lag: 5000 ms): 5200 entries not acked, 4 KiB"
                                    + " in flight",
                            l -> l.other(Looks.serving(2, 5_200)),
                            l -> l.other(Looks.serving(2, 30)),
                            "follower 2 has caught up"),
                    new Trouble(
                            Warning.SLOW_SNAPSHOT,
                            0,
                            "writing a snapshot has so far taken 61 s (warn_snapshot_time: 60 s)",
                            l -> l.snapshotting = 61_000 * MILLI,
                            l -> l.snapshotting = 0,
                            "the snapshot is complete"),
                    new Trouble(
                            Warning.SLOW_SNAPSHOT,
                            0,
                            "this member has been fetching a snapshot from leader 2 for 60 s",
                            l -> l.fetchingFrom = 2,
                            l -> l.fetchingFrom = 0,
                            "the snapshot is complete"),
                    new Trouble(
                            Warning.SLOW_SNAPSHOT,
                            1,
                            "follower 1 has been fetching a snapshot for 60 s",
                            l -> {
                                l.other(Looks.fetching(1));
                            },
                            l -> l.other(Looks.serving(1, 1)),
                            "follower 1 no longer fetches"),
                    new Trouble(
                            Warning.MEMBER_ABSENT,
                            1,
                            "member 1 has not followed for 60 s (warn_absence: 60 s); no other member may fail now",
                            l -> {
                                l.other(FollowerLag.absent(1));
                                l.spare = 0;
                            },
                            l -> l.other(Looks.serving(1, 1)),
                            "member 1 is back"),
                    new Trouble(
                            Warning.DISK_LOW,
                            0,
                            "disk nearly full: 1000 MiB (50 %) are free for data/3",
                            l -> l.disk = new Sample.Disk("data/3", 1000L << 20, 2000L << 20),
                            l -> l.disk = new Sample.Disk("data/3", 9L << 30, 10L << 30),
                            "there is room for data/3 again"),
                    new Trouble(
                            Warning.DISK_LOW,
                            0,
                            "disk nearly full: 4096 MiB (4 %) are free for data/3",
                            l -> l.disk = new Sample.Disk("data/3", 4L << 30, 100L << 30),
                            l -> l.disk = new Sample.Disk("data/3", 5L << 30, 100L << 30),
                            "there is room for data/3 again"),
                    new Trouble(
                            Warning.REQUESTS_NEAR_BOUND,
                            0,
                            "59000 of 65536 requests and 10000 of 67108864 bytes are unanswered",
                            l -> l.requests = 59_000,
                            l -> l.requests = 3,
                            "requests are below warn_requests_percent again"),
                    new Trouble(
                            Warning.REQUESTS_NEAR_BOUND,
                            0,
                            "10 of 65536 requests and 61000000 of 67108864 bytes are unanswered",
                            l -> l.requestBytes = 61_000_000,
                            l -> l.requestBytes = 0,
                            "requests are below warn_requests_percent again"),
                    new Trouble(
                            Warning.CERTIFICATE_EXPIRY,
                            0,
                            "the TLS certificate server-3 in keys/server-3.p12 expires at 2026-12-01T10:00:00Z, in 9"
                                    + " days",
                            l -> l.certificate = ending("2026-12-01T10:00:00Z"),
                            l -> l.certificate = ending("2027-12-01T10:00:00Z"),
                            "the TLS certificate in keys/server-3.p12 was renewed"));

    private static Sample.Certificate ending(String at) {
        return new Sample.Certificate("keys/server-3.p12", "server-3", Instant.parse(at));
    }

    @Test
    void aLastingConditionIsReportedAtItsBeginningEveryTenMinutesAndAtItsEnd() {
        for (Trouble trouble : TROUBLES) {
            Looks looks = new Looks().pass(MINUTE);
            trouble.begins.accept(looks);
            looks.pass(MINUTE.plus(TICK).plus(TICK));
            List<String> said = looks.said();
            assertEquals(1, said.size(), () -> trouble + ": " + said);
            assertTrue(said.get(0).startsWith(trouble.says), said.get(0));
            assertEquals(List.of(trouble.warning), looks.active());
            assertEquals(trouble.member, looks.health.active().get(0).member());
            assertEquals(1, looks.health.count(trouble.warning));

            looks.pass(Duration.ofMinutes(30));
            assertEquals(3, looks.said().size(), "one in ten minutes");
            trouble.ends.accept(looks);
            looks.pass(MINUTE);
            List<String> ended = looks.said();
            assertEquals(1, ended.size(), ended::toString);
            assertTrue(ended.get(0).contains(trouble.endSays), ended.get(0));
            assertEquals(List.of(), looks.active());
            assertEquals(1, looks.health.count(trouble.warning));
        }
    }

    @Test
    void aRepeatingConditionIsReportedOnceAMinuteWithItsCount() {
        Looks looks = new Looks();
        int minutes = 20;
        for (int i = 0; i < minutes * 60; i++) {
            looks.requests = i % 2 == 0 ? 65_000 : 0;
            looks.pass(Duration.ofSeconds(1));
        }
        List<String> begins =
                looks.said().stream().filter(line -> line.contains("unanswered")).toList();
        assertTrue(begins.size() <= minutes, () -> begins.size() + " lines: " + begins);
        assertTrue(begins.get(1).endsWith("(29 more since the last such line)"), begins.get(1));
        assertEquals(30L * minutes, looks.health.count(Warning.REQUESTS_NEAR_BOUND));
    }

    @Test
    void aSlowSyncIsReportedWithItsDurationAndTheQueue() {
        Looks looks = new Looks().pass(MINUTE);
        looks.longestSync = 1_204 * MILLI;
        looks.waiting = 312 << 10;
        looks.look(250 * MILLI);
        looks.longestSync = 3 * MILLI;
        looks.look(250 * MILLI);
        List<String> said = looks.said();
        assertEquals(1, said.size());
        assertTrue(
                said.get(0)
                        .startsWith(
                                "slow disk: a log sync took 1204 ms (warn_sync_time: 1000 ms); 312 KiB of data wait"
                                        + " for it"),
                said.get(0));
        assertEquals(List.of(Warning.SLOW_SYNC), looks.active());
        looks.pass(MINUTE);
        assertEquals(List.of(), looks.active());
        assertEquals(1, looks.health.count(Warning.SLOW_SYNC));
    }

    @Test
    void aHangingSyncIsReportedWhileItHangsAndCountsOnce() {
        Looks looks = new Looks().pass(MINUTE);
        looks.longestSync = 0;
        for (int i = 1; i <= 40; i++) {
            looks.syncing = 250 * MILLI * i;
            looks.look(250 * MILLI);
        }
        List<String> said = looks.said();
        assertEquals(1, said.size(), said::toString);
        assertTrue(said.get(0).contains("a log sync has so far taken 1250 ms"), said.get(0));
        looks.syncing = 0;
        looks.longestSync = 10_100 * MILLI;
        looks.look(250 * MILLI);
        assertEquals(1, looks.health.count(Warning.SLOW_SYNC));
    }

    @Test
    void manySlowSyncsAreOneLineAMinute() {
        Looks looks = new Looks();
        looks.longestSync = 1_500 * MILLI;
        looks.pass(Duration.ofMinutes(10));
        List<String> said = looks.said();
        assertEquals(10, said.size());
        assertTrue(said.get(1).endsWith("(239 more since the last such line)"), said.get(1));
        assertEquals(2_400, looks.health.count(Warning.SLOW_SYNC));
    }

    @Test
    void aPauseIsReportedWithTheTimeOfGarbageCollection() {
        Looks looks = new Looks().pass(MINUTE);
        looks.late = 3_200 * MILLI;
        looks.loopQuiet = 3_200 * MILLI;
        looks.gc += 3_100 * MILLI;
        looks.look(3_450 * MILLI);
        looks.late = 0;
        looks.loopQuiet = 10 * MILLI;
        looks.pass(TICK);
        List<String> said = looks.said();
        assertEquals(1, said.size(), "the stall of the loop is that of the process: " + said);
        assertTrue(
                said.get(0)
                        .startsWith(
                                "this process stalled for 3200 ms (warn_pause: 1000 ms), of which garbage collection"
                                        + " took 3100 ms: enlarge the heap"),
                said.get(0));
        assertEquals(List.of(Warning.PAUSE), looks.active());
        looks.pass(MINUTE);
        assertEquals(List.of(), looks.active());

        looks.late = 2_000 * MILLI;
        looks.look(2_250 * MILLI);
        assertTrue(looks.said().get(0).contains("check for swapping"));
    }

    @Test
    void aJumpOfTheWallClockIsReportedInBothDirections() {
        Looks looks = new Looks().pass(MINUTE);
        looks.wall += 3_600_000 * MILLI;
        looks.pass(TICK);
        assertTrue(looks.said().get(0).startsWith("the wall clock jumped by +3600.000 s"));
        looks.pass(MINUTE.plusMinutes(1));
        assertEquals(List.of(), looks.active());
        looks.wall -= 1_500 * MILLI;
        looks.pass(TICK);
        assertTrue(looks.said().get(0).startsWith("the wall clock jumped by -1.500 s"));
        assertEquals(2, looks.health.count(Warning.CLOCK_JUMP));
    }

    /** NTP slews a clock by at most 500 ppm. */
    @Test
    void aClockThatIsSlewedDoesNotJump() {
        Looks looks = new Looks();
        for (int i = 0; i < 10_000; i++) {
            looks.wall += 125_000;
            looks.look(250 * MILLI);
        }
        assertEquals(List.of(), looks.said());
    }

    @Test
    void anExpiredCertificateIsReportedAsExpired() {
        Looks looks = new Looks();
        looks.certificate = ending("2026-11-18T09:00:00Z");
        looks.pass(TICK);
        String line = looks.said().get(0);
        assertTrue(line.contains("expired at 2026-11-18T09:00:00Z, 3 days ago"), line);
    }

    @Test
    void aDeposedLeaderDropsTheWarningsAboutItsFollowers() {
        Looks looks = new Looks();
        looks.other(FollowerLag.absent(1));
        looks.other(Looks.serving(2, 9_000));
        looks.pass(Duration.ofMinutes(2));
        assertEquals(List.of(Warning.FOLLOWER_LAG, Warning.MEMBER_ABSENT), looks.active());
        looks.leading = false;
        looks.pass(TICK);
        assertEquals(List.of(), looks.active());
        looks.said();
        looks.leading = true;
        looks.other(Looks.serving(2, 10));
        looks.pass(Duration.ofSeconds(59));
        assertEquals(
                List.of(), looks.said(), "a new leader waits before it warns of an absent member");
    }

    @Test
    void warningsAboutRemovedMembersAreDropped() {
        Looks looks = new Looks();
        looks.other(FollowerLag.absent(1));
        looks.pass(Duration.ofMinutes(2));
        looks.others = new ArrayList<>(List.of(Looks.serving(2, 1)));
        looks.pass(TICK);
        assertEquals(List.of(), looks.active());
    }
}

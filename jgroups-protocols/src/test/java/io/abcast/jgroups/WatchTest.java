package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Health;
import io.abcast.jgroups.health.OncePerCause;
import io.abcast.jgroups.health.Sample;
import io.abcast.jgroups.health.Warning;
import io.abcast.jgroups.health.Watch;
import io.abcast.jgroups.port.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the samples that the health check takes of real members; {@code HealthTest} tests their evaluation. */
final class WatchTest {
    private static final Duration LIMIT = TestCluster.LIMIT;

    @TempDir private Path directory;

    private static boolean warns(ZabProtocol zab, Warning warning) {
        return zab.warnings().stream().anyMatch(a -> a.warning() == warning);
    }

    private static void awaitWarning(ZabProtocol zab, Warning warning) throws Exception {
        Wait.until(LIMIT, () -> warns(zab, warning), zab::getHealth);
    }

    private static void awaitOver(ZabProtocol zab, Warning warning) throws Exception {
        Wait.until(LIMIT, () -> !warns(zab, warning), zab::getHealth);
    }

    @Test
    void aStalledLoopIsReportedWithItsPlaceAndTheWaitingRequests() throws Exception {
        try (TestCluster cluster =
                new TestCluster("1", (id, c) -> TestCluster.zab(c).setValue("pending_max", 10))) {
            cluster.startAll();
            ZabProtocol zab = TestCluster.zab(cluster.channel(1));
            CountDownLatch free = new CountDownLatch(1);
            AtomicBroadcast broadcast = cluster.map(1).broadcast();
            assertTrue(broadcast.execute(() -> stand(free)));
            for (int i = 0; i < 9; i++) broadcast.abcast(new byte[10]);
            awaitWarning(zab, Warning.LOOP_STALL);
            awaitWarning(zab, Warning.REQUESTS_NEAR_BOUND);
            String health = zab.getHealth();
            assertTrue(health.contains("WatchTest.stand(WatchTest.java"), health);
            assertTrue(zab.getUnansweredBytes() >= 9 * 10);
            free.countDown();
            awaitOver(zab, Warning.LOOP_STALL);
            awaitOver(zab, Warning.REQUESTS_NEAR_BOUND);
            assertTrue(zab.warningCount(Warning.LOOP_STALL) >= 1);
            assertTrue(zab.getWarnings().contains("requests_near_bound=1"), zab.getWarnings());
        }
    }

    private static void stand(CountDownLatch free) {
        try {
            free.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theDiskOfTheDataDirectoryIsSampled() throws Exception {
        TestCluster full =
                new TestCluster(
                        "1",
                        (id, c) ->
                                TestCluster.zab(c)
                                        .setDurability("file")
                                        .setDataDir(directory.resolve("a").toString())
                                        .setValue("warn_disk_free", Long.MAX_VALUE));
        try (full) {
            full.startAll();
            ZabProtocol zab = TestCluster.zab(full.channel(1));
            awaitWarning(zab, Warning.DISK_LOW);
            assertEquals(
                    Files.getFileStore(directory).getTotalSpace(), zab.getDiskTotal(), "the disk");
            assertTrue(zab.getDiskFree() >= 0 && zab.getDiskFree() <= zab.getDiskTotal());
        }
    }

    @Test
    void aFailedSampleIsReportedOncePerCauseAndSamplingContinues() throws Exception {
        try (TestCluster cluster = new TestCluster("1", null).startAll()) {
            ZabProtocol zab = TestCluster.zab(cluster.channel(1));
            zab.setValue("warn_disk_free", Long.MAX_VALUE);
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            AtomicInteger lines = new AtomicInteger();
            Health health =
                    new Health(
                            zab.warnLimits(),
                            line -> {
                                if (lines.incrementAndGet() <= 3)
                                    throw new IllegalStateException("no log");
                            });
            Watch watch =
                    new Watch(
                            "test",
                            health,
                            zab.watched(),
                            zab.loop(),
                            directory,
                            () -> {
                                throw new UnsupportedOperationException("no keys");
                            },
                            failures::add);
            try (watch) {
                watch.start();
                Wait.until(LIMIT, () -> lines.get() >= 4, () -> lines + " " + failures);
                List<Class<?>> causes =
                        failures.stream().<Class<?>>map(Throwable::getClass).toList();
                assertEquals(
                        List.of(UnsupportedOperationException.class, IllegalStateException.class),
                        causes);
            }
        }
    }

    @Test
    void theNumberOfReportedCausesIsBounded() {
        AtomicInteger reports = new AtomicInteger();
        OncePerCause failures = new OncePerCause(e -> reports.incrementAndGet());
        for (int i = 0; i < 2 * OncePerCause.CAUSES_MAX; i++) {
            Throwable failure = new IllegalStateException("at line " + i);
            failure.setStackTrace(
                    new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", i)});
            failures.failed(failure);
            failures.failed(failure);
        }
        assertEquals(OncePerCause.CAUSES_MAX, reports.get());
    }

    @Test
    void aLeaderWarnsOfAbsentFollowers() throws Exception {
        try (TestCluster cluster =
                new TestCluster(
                        "1,2,3",
                        (id, c) -> {
                            TestCluster.zab(c).setValue("warn_absence", 200L);
                            TestCluster.zab(c).setValue("warn_follower_lag", 100L);
                        })) {
            cluster.startAll();
            int leader = cluster.leader();
            int other = leader % 3 + 1;
            int third = 6 - leader - other;
            ZabProtocol zab = TestCluster.zab(cluster.channel(leader));
            cluster.put(leader, "a", "1");
            Wait.until(LIMIT, () -> serving(zab) == 2, () -> "" + zab.followerLags());
            assertEquals(List.of(), TestCluster.zab(cluster.channel(other)).followerLags());
            assertEquals("[]", TestCluster.zab(cluster.channel(other)).getFollowerLag());
            assertTrue(zab.getFollowerLag().contains(other + ": SERVING"), zab.getFollowerLag());

            cluster.part(other);
            cluster.put(third, "b", "2");
            Wait.until(
                    LIMIT,
                    () ->
                            zab.warningCount(Warning.FOLLOWER_LAG) > 0
                                    || zab.warningCount(Warning.MEMBER_ABSENT) > 0,
                    zab::getHealth);
            awaitWarning(zab, Warning.MEMBER_ABSENT);
            Health.Active absent =
                    zab.warnings().stream()
                            .filter(a -> a.warning() == Warning.MEMBER_ABSENT)
                            .findFirst()
                            .orElseThrow();
            assertEquals(other, absent.member());
            assertTrue(absent.text().contains("no other member may fail now"), absent.text());
            cluster.heal();
            awaitOver(zab, Warning.MEMBER_ABSENT);
        }
    }

    private static long serving(ZabProtocol zab) {
        return zab.followerLags().stream()
                .filter(FollowerLag::serving)
                .filter(f -> f.entries() == 0)
                .count();
    }

    @Test
    void aHealthyClusterGivesNoWarning() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            for (int i = 0; i < 50; i++) cluster.put(1 + i % 3, "k" + i, "v");
            for (int id = 1; id <= 3; id++) {
                ZabProtocol zab = TestCluster.zab(cluster.channel(id));
                for (Warning warning : Warning.values()) {
                    // A busy host may stall the test's process.
                    if (warning == Warning.PAUSE || warning == Warning.LOOP_STALL) continue;
                    assertEquals(0, zab.warningCount(warning), zab::getHealth);
                }
                assertTrue(zab.getUptime() > 0);
                assertEquals(-1, zab.getDiskFree(), "memory mode uses no disk");
            }
            Wait.until(
                    LIMIT,
                    () -> TestCluster.zab(cluster.channel(1)).requestTimes().view().count() == 17,
                    () -> "requests of member 1");
            assertTrue(TestCluster.zab(cluster.channel(1)).getRequestP99() > 0);
        }
    }

    @Test
    void certificatesHaveTheirExpiryDate() throws Exception {
        Path store = directory.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "server-1",
                                "-dname",
                                "CN=server-1",
                                "-validity",
                                "5",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                "secret-1",
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertTrue(keytool.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, keytool.exitValue());
        Sample.Certificate found =
                Certificates.firstToEnd(store, "PKCS12", "secret-1".toCharArray());
        assertEquals("server-1", found.alias());
        Duration left = Duration.between(Instant.now(), found.ends());
        assertTrue(left.toDays() >= 4 && left.toDays() <= 5, left::toString);
        assertEquals(null, Certificates.firstToEnd(store, "PKCS12", "wrong".toCharArray()));
        assertEquals(null, Certificates.firstToEnd(directory.resolve("none"), "PKCS12", null));
        assertEquals(null, Certificates.firstToEnd(new ZAB()));
    }
}

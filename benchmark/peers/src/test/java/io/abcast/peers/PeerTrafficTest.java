package io.abcast.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.OrderedTraffic;
import io.abcast.load.hosts.ResendIntervals;
import io.abcast.load.hosts.Traffic;
import io.abcast.load.hosts.TrafficSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a peer's adapter for {@code compare-forest}: all members run in this JVM, each on its own loopback address. The
 * test is skipped for peers that have no {@link TrafficSource}.
 */
@Tag("peers")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class PeerTrafficTest {
    private static final String PEER = System.getProperty("peer");
    private static final List<String> ADDRESSES = List.of("127.0.0.11", "127.0.0.12", "127.0.0.13");
    private static final int PORT = 7811;
    private static final int PAYLOAD_BYTES = 4096;
    private static final ResendIntervals INTERVALS = new ResendIntervals("500ms", "1s");

    private static final int OFFERED = 0;

    private static final int SKIPPED = 1;
    private static final int COMMITTED = 2;
    private static final int FAILED = 3;

    @TempDir Path directory;

    private final List<Traffic> members = new ArrayList<>();

    private void start() throws Exception {
        String name = new PeerLibraries(null, Map.of()).system(PEER).traffic();
        assumeFalse(name.isEmpty(), PEER + " is not measured by compare-forest");
        for (int host = 0; host < ADDRESSES.size(); host++) {
            TrafficSource source = TrafficSource.of(name);
            HostPlan plan =
                    new HostPlan(
                            PEER, host, ADDRESSES, PORT, INTERVALS, PAYLOAD_BYTES, 1, 1, 1, 1, 1);
            members.add(source.join(plan, directory.resolve("stack.xml")));
        }
        await(() -> members.stream().allMatch(Traffic::isReady));
    }

    @AfterEach
    void close() {
        members.forEach(Traffic::close);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "the condition was not met within 40 s");
            Thread.sleep(10);
        }
    }

    private static long[] counts(Traffic member) {
        return Arrays.stream(member.line().split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }

    private static long open(Traffic member) {
        long[] c = counts(member);
        return c[OFFERED] - c[SKIPPED] - c[COMMITTED] - c[FAILED];
    }

    @Test
    void requestsOfTheLeaderAndOfFollowersCommit() throws Exception {
        start();
        for (Traffic member : members) for (int i = 0; i < 100; i++) member.offer(System.nanoTime());
        await(() -> members.stream().allMatch(member -> open(member) == 0));
        for (Traffic member : members) assertEquals("100 0 100 0", member.line());
    }

    @Test
    void requestsOfADeadLeaderFailAndLaterOnesCommit() throws Exception {
        start();
        String state = members.get(0).state();
        int leader = Integer.parseInt(state.substring(state.lastIndexOf(' ') + 1)) - 1;
        Traffic dead = members.remove(leader);
        int all = OrderedTraffic.OPEN_BYTES_MAX / PAYLOAD_BYTES;
        for (Traffic each : members) for (int i = 0; i < all; i++) each.offer(System.nanoTime());
        dead.close();
        long began = System.nanoTime();
        await(() -> members.stream().allMatch(member -> open(member) == 0));
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
        assertTrue(seconds < OrderedTraffic.REQUEST_SECONDS_MAX / 2, () -> seconds + " s");
        assertTrue(sum(FAILED) > 0, () -> members.get(0).line());
        long before = sum(COMMITTED);
        await(
                () -> {
                    members.get(0).offer(System.nanoTime());
                    return sum(COMMITTED) > before;
                });
    }

    private long sum(int counter) {
        return members.stream().mapToLong(member -> counts(member)[counter]).sum();
    }
}

package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.client.admin.StatusAsker;
import io.abcast.client.wire.ReplyCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks the information that operators get from three real servers: status, metrics, and the log of a fail-over. */
@Tag("process")
@Isolated
final class OperatingProcessTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LINES_MAX = 10;
    private static final Pattern METRICS =
            Pattern.compile("server \\d+: metrics at (http://127\\.0\\.0\\.1:\\d+/metrics)");

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private StatusAsker asker;
    private LocalEnsemble cluster;

    @AfterEach
    void close() {
        if (cluster != null) cluster.close();
        if (asker != null) asker.close();
        loops.close();
    }

    @Test
    @Timeout(240)
    void statusMetricsAndLogsDescribeAFailOver() throws Exception {
        asker = new StatusAsker(null, "");
        cluster =
                new LocalEnsemble(
                        new ClusterSpec(
                                3,
                                "ZAB",
                                TestClusters.config("ZAB"),
                                "fsync",
                                true,
                                directory,
                                TestClusters.flags("96m"),
                                List.of("--metrics-port", "0")));
        cluster.start(START);
        write(20);
        ClusterLook before = awaitWell(20);
        statusOfAHealthyCluster(before);
        metricsMove(before);
        // Without the wait for the last write, the log of a remaining member may end before it.
        awaitWell(30);

        int leader = (int) before.leader().number("id");
        List<Integer> from = new ArrayList<>();
        for (ServerProcess server : cluster.servers()) from.add(lines(server).size());
        cluster.server(leader).kill();
        cluster.awaitServing(START);
        write(5);
        ServerLook next = awaitLookWithout(leader).leader();

        cluster.server(leader).start();
        awaitWell(5);
        for (ServerProcess server : cluster.servers())
            awaitStory(server, leader, (int) next.number("id"), from.get(server.id() - 1));
    }

    private void awaitStory(ServerProcess server, int old, int leader, int from) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<String> all = lines(server);
            try {
                story(server.id(), old, leader, all.subList(from, all.size()));
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > deadline) throw e;
                Thread.sleep(100);
            }
        }
    }

    private void statusOfAHealthyCluster(ClusterLook look) {
        assertEquals(List.of(), look.problems());
        ServerLook leader = look.leader();
        assertEquals(2, leader.followers().size());
        leader.followers()
                .values()
                .forEach(
                        f -> {
                            assertEquals("SERVING", f.get("stage"));
                            assertTrue(Long.parseLong(f.get("lag_entries")) >= 0, f::toString);
                        });
        for (ServerLook server : look.servers()) {
            assertEquals("1:20", server.text("last_zxid"), server::toString);
            assertEquals("ZAB", server.text("protocol"));
            assertEquals("1,2,3", server.text("voters"));
            assertEquals("", server.text("observers") + server.text("pending_change"));
            assertTrue(server.number("syncs") > 0, server::toString);
            assertTrue(server.number("sync_max_us") >= server.number("sync_p50_us"));
            assertTrue(server.number("sync_p50_us") > 0, server::toString);
            assertTrue(server.number("disk_free_bytes") > 0);
            assertTrue(server.number("uptime_ms") > 0);
        }
    }

    private void metricsMove(ClusterLook look) throws Exception {
        int leader = (int) look.leader().number("id");
        Exposition first = scrapeOnceDelivered(leader, 20);
        write(10);
        Exposition second = scrapeOnceDelivered(leader, 30);
        String member = "member=" + leader;
        assertEquals(20, first.sum("abcast_delivered_total", member, "protocol=ZAB"));
        assertEquals(30, second.sum("abcast_delivered_total", member));
        assertEquals(30, second.sum("abcast_proposals_total", member));
        assertEquals(1, second.sum("abcast_role", "role=LEADING"));
        assertEquals(0, second.sum("abcast_role", "role=LOOKING"));
        assertEquals(2, second.sum("abcast_follower_serving"));
        String syncs = "abcast_storage_sync_duration_seconds_count";
        assertTrue(second.sum(syncs) > first.sum(syncs));
        assertTrue(
                second.sum("abcast_network_sent_bytes_total")
                        > first.sum("abcast_network_sent_bytes_total"));
        assertTrue(second.sum("abcast_messages_received_total", "kind=ack") > 0);
        assertTrue(second.sum("jvm_memory_used_bytes") > 0);
        for (String name : second.families())
            assertFalse(second.help(name).isBlank(), () -> name + " has no help");
        Set<String> all = new TreeSet<>(second.names());
        assertEquals(documented(), ours(second.families()), "docs/operations.md, metrics");
        for (String file : List.of("abcast-alerts.yml", "abcast-dashboard.json")) {
            String text = Files.readString(Path.of("..", "..", "config", "prometheus", file));
            Matcher name = Pattern.compile("\\b(?:abcast|jvm)_[a-z0-9_]+").matcher(text);
            int found = 0;
            while (name.find()) {
                found++;
                assertTrue(all.contains(name.group()), () -> file + ": no metric " + name.group());
            }
            assertTrue(found > 10, file);
        }
    }

    /** The server publishes its metrics some milliseconds after an event, and not all metrics at the same time. */
    private Exposition scrapeOnceDelivered(int leader, int entries) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Exposition now = scrape(leader);
        while ((now.sum("abcast_delivered_total") < entries
                        || now.sum("abcast_proposals_total") < entries)
                && System.nanoTime() < deadline) now = scrape(leader);
        return now;
    }

    private static Set<String> documented() throws IOException {
        Set<String> names = new TreeSet<>();
        String others = "(?! order by consensus:| fixed ensemble:| `FOREST`:| `EPAXOS`)";
        Matcher row =
                Pattern.compile("(?m)^\\| `(abcast_[a-z0-9_]+)` \\|" + others)
                        .matcher(Files.readString(Path.of("..", "..", "docs", "operations.md")));
        while (row.find()) names.add(row.group(1));
        return names;
    }

    private static Set<String> ours(Set<String> families) {
        Set<String> ours = new TreeSet<>();
        for (String name : families)
            if (name.startsWith("abcast_") && !name.endsWith("_seconds_max")) ours.add(name);
        return ours;
    }

    private void story(int id, int old, int leader, List<String> lines) {
        String story = String.join("\n", lines);
        assertTrue(lines.size() <= LINES_MAX, () -> "server " + id + ":\n" + story);
        String lost =
                "(?s).*looking for a leader: leader "
                        + old
                        + " (cannot be reached|is silent), last heard \\d+ ms ago.*";
        String found = "without a leader for \\d+ ms, since " + old + " was lost";
        if (id == old) {
            expect(story, "(?s).*looking for a leader: started with epoch 1 .*");
            expect(story, "(?s).*up to date with leader \\d in epoch \\d+ at [2-9]:5.*");
            expect(story, "(?s).*serving clients on port \\d+: FOLLOWING, leader \\d, epoch .*");
        } else if (id == leader) {
            expect(story, lost);
            expect(story, "(?s).*synchronising follower \\d, whose log ends at 1:30, by DIFF.*");
            expect(
                    story,
                    "(?s).*leading epoch \\d+ with a history up to 1:30, followed by \\d; "
                            + found
                            + ".*");
            expect(story, "(?s).*serving clients on port \\d+ again, after \\d+ ms: LEADING, .*");
            expect(
                    story,
                    "(?s).*synchronising follower " + old + ", whose log ends at 1:30, by DIFF.*");
            expect(
                    story,
                    "(?s).*follower " + old + " is up to date at [2-9]:5, \\d+ ms after it came.*");
        } else {
            expect(story, lost);
            expect(
                    story,
                    "(?s).*up to date with leader "
                            + leader
                            + " in epoch \\d+ at 1:30; "
                            + found
                            + ".*");
            expect(
                    story,
                    "(?s).*serving clients on port \\d+ again, after \\d+ ms: FOLLOWING, leader "
                            + leader
                            + ".*");
        }
    }

    private static void expect(String story, String pattern) {
        assertTrue(story.matches(pattern), () -> "expected " + pattern + " in\n" + story);
    }

    private static List<String> lines(ServerProcess server) throws IOException {
        return Files.readAllLines(server.log());
    }

    private Exposition scrape(int id) throws Exception {
        Matcher at = METRICS.matcher(Files.readString(cluster.server(id).log()));
        assertTrue(at.find(), "no metrics port");
        HttpResponse<byte[]> answer =
                http.send(
                        HttpRequest.newBuilder(URI.create(at.group(1))).timeout(PATIENCE).build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, answer.statusCode());
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElse(""));
        return Exposition.parse(new String(answer.body(), StandardCharsets.UTF_8));
    }

    private void write(int times) throws Exception {
        try (StoreClient client = new StoreClient(loops.next(), cluster.addresses(), START)) {
            for (int i = 0; i < times; i++) {
                byte[] key = ("k" + i).getBytes(StandardCharsets.UTF_8);
                Reply reply = client.put(key, key).get(START.toSeconds(), TimeUnit.SECONDS);
                assertEquals(ReplyCode.OK, reply.code(), reply::text);
            }
        }
    }

    private ClusterLook look() {
        return asker.look(cluster.addresses(), PATIENCE);
    }

    private ClusterLook awaitLookWithout(int killed) throws InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            ClusterLook look = look();
            ServerLook next = look.leader();
            boolean refused =
                    look.problems().stream()
                            .anyMatch(
                                    p ->
                                            p.matches(
                                                    "server at \\S+:\\d+ cannot be asked: Connection refused.*"));
            if (next != null
                    && next.number("id") != killed
                    && refused
                    && look.problems()
                            .contains(
                                    "leader %s is not followed by member %d: ABSENT"
                                            .formatted(next.text("id"), killed))) return look;
            assertTrue(System.nanoTime() < deadline, () -> look.problems() + " " + cluster.where());
            Thread.sleep(50);
        }
    }

    private ClusterLook awaitWell(int counter) throws InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            ClusterLook look = look();
            boolean level =
                    look.servers().stream()
                            .allMatch(s -> s.text("delivered_zxid").endsWith(":" + counter));
            if (look.problems().isEmpty() && level) return look;
            assertTrue(System.nanoTime() < deadline, () -> look.problems() + " " + cluster.where());
            Thread.sleep(50);
        }
    }
}

package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.jgroups.loop.EventLoop;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.fork.ForkChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests atomic broadcast above FORK, by which several JGroups applications share one channel. */
final class ForkTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final AtomicInteger GROUPS = new AtomicInteger();

    private static final class Host {
        final JChannel main;
        final int id;
        ForkChannel ordersChannel;
        ForkChannel locksChannel;
        ReplicatedMap<String, String> orders;
        ReplicatedMap<String, String> locks;

        Host(int id, JChannel main) {
            this.id = id;
            this.main = main;
        }

        void startOrders() throws Exception {
            ordersChannel = new ForkChannel(main, "orders", "app", zab(id));
            orders = ReplicatedMap.on(ordersChannel, Codec.STRING, Codec.STRING);
            ordersChannel.connect("ignored");
        }

        void startLocks() throws Exception {
            locksChannel = new ForkChannel(main, "locks", "app", paxos(id));
            locks = ReplicatedMap.on(locksChannel, Codec.STRING, Codec.STRING);
            locksChannel.connect("ignored");
        }
    }

    private final String group =
            "fork-" + GROUPS.incrementAndGet() + "-" + ProcessHandle.current().pid();
    private final Map<Integer, Host> hosts = new TreeMap<>();

    @AfterEach
    void close() {
        for (Host host : hosts.values()) {
            if (host.ordersChannel != null) host.ordersChannel.close();
            if (host.locksChannel != null) host.locksChannel.close();
            host.main.close();
        }
    }

    private static AbcastProtocol zab(int id) {
        return brisk(new ZAB(), id);
    }

    private static AbcastProtocol paxos(int id) {
        return brisk(new PAXOS(), id);
    }

    private static AbcastProtocol brisk(AbcastProtocol protocol, int id) {
        protocol.setValue("heartbeat_interval", 100L).setValue("election_timeout", 700L);
        return protocol.setMembers("1,2,3").setServerId(id).setDurability("memory");
    }

    private static JChannel channel(String fork) throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String ours = "<io\\.abcast\\.jgroups\\.ZAB [^>]*/>";
            xml = xml.replaceAll(ours, Matcher.quoteReplacement(fork));
            return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private Host join(int id) throws Exception {
        JChannel main = channel("<FORK/>").name(group + "/" + id);
        Host host = new Host(id, main);
        hosts.put(id, host);
        main.connect(group);
        return host;
    }

    private void joinAll() throws Exception {
        for (int id = 1; id <= 3; id++) join(id);
    }

    private static void awaitActive(ReplicatedMap<String, String> map) throws Exception {
        assertTrue(map.broadcast().awaitActive(LIMIT), () -> map.broadcast().reason());
    }

    private static void put(ReplicatedMap<String, String> map, String key) throws Exception {
        map.put(key, "of " + key).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void putPatiently(ReplicatedMap<String, String> map, String key)
            throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                put(map, key);
                return;
            } catch (ExecutionException e) {
                if (System.nanoTime() > deadline) throw e;
            }
        }
    }

    private static void assertHolds(ReplicatedMap<String, String> map, String key)
            throws Exception {
        assertEquals(
                "of " + key, map.getLinearizable(key).get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    private static AbcastProtocol protocol(JChannel channel) {
        return channel.getProtocolStack().findProtocol(AbcastProtocol.class);
    }

    private static void awaitStopped(CompletableFuture<Void> stopped) throws Exception {
        try {
            stopped.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the loop still runs", e);
        }
    }

    @Test
    void zabAndPaxosOrderOnOneChannel() throws Exception {
        joinAll();
        for (Host host : hosts.values()) {
            host.startOrders();
            host.startLocks();
        }
        for (Host host : hosts.values()) {
            awaitActive(host.orders);
            awaitActive(host.locks);
        }
        for (Host host : hosts.values()) {
            put(host.orders, "order " + host.id);
            put(host.locks, "lock " + host.id);
        }
        for (Host reader : hosts.values()) {
            for (int writer : hosts.keySet()) {
                assertHolds(reader.orders, "order " + writer);
                assertHolds(reader.locks, "lock " + writer);
            }
            assertEquals(3, reader.orders.size());
            assertEquals(3, reader.locks.size());
        }
    }

    @Test
    void epaxosOrdersInAForkStack() throws Exception {
        joinAll();
        Map<Integer, ReplicatedMap<String, String>> maps = new TreeMap<>();
        for (Host host : hosts.values()) {
            ForkChannel channel =
                    new ForkChannel(host.main, "pages", "app", brisk(new EPAXOS(), host.id));
            maps.put(host.id, ReplicatedMap.on(channel, Codec.STRING, Codec.STRING));
            channel.connect("ignored");
        }
        for (ReplicatedMap<String, String> map : maps.values()) awaitActive(map);
        for (int id : maps.keySet()) put(maps.get(id), "page " + id);
        for (ReplicatedMap<String, String> map : maps.values())
            for (int id : maps.keySet()) assertHolds(map, "page " + id);
    }

    @Test
    void aFailedApplicationClosesItsForkAndTheOtherGoesOn() throws Exception {
        joinAll();
        for (Host host : hosts.values()) {
            host.startOrders();
            host.startLocks();
        }
        for (Host host : hosts.values()) {
            awaitActive(host.orders);
            awaitActive(host.locks);
        }
        Host failing = hosts.get(2);
        put(failing.orders, "before");
        EventLoop loop = protocol(failing.ordersChannel).loop();
        loop.inbox()
                .post(
                        l -> {
                            throw new IllegalStateException("the application is broken");
                        });
        CompletableFuture<Void> stopped = failing.orders.broadcast().stopped();
        assertThrows(
                ExecutionException.class,
                () -> stopped.get(LIMIT.toSeconds(), TimeUnit.SECONDS),
                "it failed");
        Wait.until(
                LIMIT,
                failing.ordersChannel::isClosed,
                () -> "fork: " + failing.ordersChannel.getState());
        assertTrue(failing.main.isConnected(), () -> "main: " + failing.main.getState());
        assertTrue(failing.locksChannel.isConnected(), () -> "" + failing.locksChannel.getState());
        for (Host host : hosts.values()) put(host.locks, "lock " + host.id);
        assertHolds(failing.locks, "lock 1");
        assertEquals(3, hosts.get(1).main.getView().size());
        for (int id : new int[] {1, 3}) {
            putPatiently(hosts.get(id).orders, "after " + id);
            assertHolds(hosts.get(id).orders, "before");
        }
        failing.startOrders();
        awaitActive(failing.orders);
        assertHolds(failing.orders, "after 3");
    }

    @Test
    void aForkDisconnectsAndConnectsAgain() throws Exception {
        joinAll();
        for (Host host : hosts.values()) {
            host.startOrders();
            host.startLocks();
        }
        for (Host host : hosts.values()) awaitActive(host.orders);
        for (int id : hosts.keySet()) {
            Host host = hosts.get(id);
            Host other = hosts.get(id % 3 + 1);
            CompletableFuture<Void> stopped = host.orders.broadcast().stopped();
            host.ordersChannel.disconnect();
            awaitStopped(stopped);
            assertTrue(host.main.isConnected());
            putPatiently(other.orders, "without " + id);
            put(host.locks, "meanwhile " + id);
            host.ordersChannel.connect("ignored");
            awaitActive(host.orders);
            assertHolds(host.orders, "without " + id);
            putPatiently(host.orders, "again " + id);
            assertHolds(other.orders, "again " + id);
        }
    }

    @Test
    void membersJoinLaterAndLeave() throws Exception {
        join(1).startOrders();
        assertFalse(hosts.get(1).orders.broadcast().awaitActive(Duration.ofMillis(300)));
        join(2);
        hosts.get(2).startOrders();
        assertFalse(hosts.get(1).orders.broadcast().awaitActive(Duration.ofMillis(300)));
        join(3).startOrders();
        for (Host host : hosts.values()) awaitActive(host.orders);
        put(hosts.get(1).orders, "all");
        // Server 1 is the coordinator of the group, because server 1 has joined first.
        Host left = hosts.remove(1);
        left.ordersChannel.close();
        left.main.close();
        Wait.until(
                LIMIT,
                () -> hosts.get(2).main.getView().size() == 2,
                () -> "" + hosts.get(2).main.getView());
        putPatiently(hosts.get(2).orders, "two");
        join(1).startOrders();
        awaitActive(hosts.get(1).orders);
        assertHolds(hosts.get(1).orders, "two");
        assertHolds(hosts.get(1).orders, "all");
    }

    @Test
    void aChannelThatSharesTheForkStackLeavesItRunning() throws Exception {
        joinAll();
        for (Host host : hosts.values()) host.startOrders();
        for (Host host : hosts.values()) awaitActive(host.orders);
        Host sharing = hosts.get(1);
        ForkChannel chat = new ForkChannel(sharing.main, "orders", "chat");
        chat.connect("ignored");
        put(sharing.orders, "together");
        chat.disconnect();
        assertTrue(protocol(sharing.ordersChannel).running());
        put(sharing.orders, "alone");
        chat.connect("ignored");
        chat.close();
        put(sharing.orders, "still alone");
    }

    @Test
    void theMembersAboveAChannelStopWithTheChannel() throws Exception {
        joinAll();
        for (Host host : hosts.values()) {
            host.startOrders();
            host.startLocks();
        }
        for (Host host : hosts.values()) awaitActive(host.orders);
        Host again = hosts.get(2);
        CompletableFuture<Void> orders = again.orders.broadcast().stopped();
        CompletableFuture<Void> locks = again.locks.broadcast().stopped();
        again.main.disconnect();
        awaitStopped(orders);
        awaitStopped(locks);
        putPatiently(hosts.get(1).orders, "meanwhile");
        again.main.connect(group);
        again.ordersChannel.disconnect();
        again.ordersChannel.connect("ignored");
        awaitActive(again.orders);
        assertHolds(again.orders, "meanwhile");
        CompletableFuture<Void> closed = hosts.get(1).orders.broadcast().stopped();
        hosts.get(1).main.close();
        awaitStopped(closed);
        putPatiently(again.orders, "without");
        assertHolds(hosts.get(3).orders, "without");
    }

    @Test
    void anEarlierViewIsIgnored() throws Exception {
        joinAll();
        for (Host host : hosts.values()) host.startOrders();
        for (Host host : hosts.values()) awaitActive(host.orders);
        for (Host host : hosts.values()) {
            View now = host.main.getView();
            Address self = host.main.getAddress();
            View alone = new View(self, now.getViewId().getId() - 1, List.of(self));
            protocol(host.ordersChannel).down(new Event(Event.VIEW_CHANGE, alone));
        }
        for (Host host : hosts.values()) put(host.orders, "order " + host.id);
    }

    @Test
    void aCooperOfTheMainStackKeepsItsId() throws Exception {
        String cooper =
                "<io.abcast.jgroups.COOPER server_id='2' members='1,2,3' block_addr='127.0.0.1'/>";
        JChannel main = channel(cooper.replace('\'', '"') + "<FORK/>").name(group + "/1");
        Host host = new Host(1, main);
        hosts.put(1, host);
        main.connect(group);
        host.startOrders();
        COOPER below = main.getProtocolStack().findProtocol(COOPER.class);
        assertEquals(2, below.server_id);
    }

    @Test
    void theExampleOfTheDocumentationRuns(@TempDir Path dir) throws Exception {
        String page = Files.readString(Path.of("../docs/configuration.md"));
        String fork =
                page.substring(
                        page.indexOf("<FORK>", page.indexOf("<!-- fork: begin -->")),
                        page.indexOf("```", page.indexOf("</FORK>")));
        for (int id = 1; id <= 3; id++) {
            String xml =
                    fork.replace("${id}", "" + id)
                            .replace("${data}", dir.resolve("server-" + id).toString());
            JChannel main = channel(xml).name(group + "/" + id);
            Host host = new Host(id, main);
            hosts.put(id, host);
            main.connect(group);
            host.ordersChannel = new ForkChannel(main, "orders", "app");
            host.locksChannel = new ForkChannel(main, "locks", "app");
            host.orders = ReplicatedMap.on(host.ordersChannel, Codec.STRING, Codec.STRING);
            host.locks = ReplicatedMap.on(host.locksChannel, Codec.STRING, Codec.STRING);
            host.ordersChannel.connect("ignored");
            host.locksChannel.connect("ignored");
        }
        for (Host host : hosts.values()) {
            awaitActive(host.orders);
            awaitActive(host.locks);
            put(host.orders, "order " + host.id);
            put(host.locks, "lock " + host.id);
        }
    }
}

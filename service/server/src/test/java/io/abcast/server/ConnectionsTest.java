package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.server.Connections.Seat;
import io.abcast.server.Connections.Standing;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ConnectionsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long HELLO = 10 * SECOND;
    private static final long IDLE = 60 * SECOND;
    private final List<String> gone = new ArrayList<>();
    private long now;

    private final class Client implements Connections.Peer {
        final String name;
        Seat seat;
        boolean waits;
        long untaken;

        Client(String name) {
            this.name = name;
        }

        @Override
        public boolean waits() {
            return waits;
        }

        @Override
        public long untakenBytes() {
            return untaken;
        }

        @Override
        public void evict(String why) {
            seat = null;
            gone.add(name + ": " + why);
        }
    }

    private static Connections connections(int max, int perAddress) {
        return new Connections(new ConnectionLimits(max, perAddress, HELLO, IDLE));
    }

    private Client enter(Connections to, String name, String address, Standing standing) {
        Client client = new Client(name);
        client.seat = to.enter(address(address), client, ++now);
        if (client.seat == null) return client;
        to.promote(client.seat, standing);
        return client;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> gone() {
        return gone.stream().map(line -> line.substring(0, line.indexOf(':'))).toList();
    }

    @Test
    void connectionsWithoutAHelloAreEvictedBeforeThoseWithoutARequestAndTheseBeforeIdleClients() {
        Connections all = connections(4, 4);
        enter(all, "idle", "10.0.0.1", Standing.CLIENT);
        enter(all, "greeted", "10.0.0.2", Standing.GREETED);
        enter(all, "old connection", "10.0.0.3", Standing.CONNECTED);
        enter(all, "connection", "10.0.0.4", Standing.CONNECTED);
        for (int i = 0; i < 4; i++) enter(all, "new " + i, "10.0.1." + i, Standing.CLIENT);
        assertEquals(List.of("old connection", "connection", "greeted", "idle"), gone());
        assertEquals(4, all.count());
    }

    @Test
    void ofIdleClientsTheLongestSilentIsEvicted() {
        Connections all = connections(3, 3);
        Client first = enter(all, "first", "10.0.0.1", Standing.CLIENT);
        enter(all, "second", "10.0.0.1", Standing.CLIENT);
        enter(all, "third", "10.0.0.1", Standing.CLIENT);
        first.seat.active(++now);
        enter(all, "fourth", "10.0.0.1", Standing.CLIENT);
        assertEquals(List.of("second"), gone());
    }

    @Test
    void aConnectionThatWaitsForAnAnswerIsNeverEvictedAndTheNewOneIsRefused() {
        Connections all = connections(300, 300);
        for (int i = 0; i < 300; i++) enter(all, "waits", "10.0.0.1", Standing.CLIENT).waits = true;
        assertNull(enter(all, "late", "10.0.0.2", Standing.CLIENT).seat);
        assertEquals(List.of(), gone);
        assertEquals(300, all.count());
    }

    @Test
    void anIdleClientBehindManyWaitingOnesIsFoundByLaterEvictions() {
        Connections all = connections(300, 300);
        for (int i = 0; i < 299; i++) enter(all, "waits", "10.0.0.1", Standing.CLIENT).waits = true;
        enter(all, "idle", "10.0.0.1", Standing.CLIENT);
        int tries = 1;
        while (enter(all, "late", "10.0.0.2", Standing.CLIENT).seat == null) tries++;
        assertEquals(List.of("idle"), gone());
        assertTrue(tries <= 4, tries + " tries");
    }

    @Test
    void anAddressAtItsBoundEvictsItsOwnConnections() {
        Connections all = connections(10, 2);
        enter(all, "connection elsewhere", "10.0.0.9", Standing.CONNECTED);
        enter(all, "a", "10.0.0.1", Standing.CLIENT);
        enter(all, "b", "10.0.0.1", Standing.CLIENT);
        enter(all, "c", "10.0.0.1", Standing.CLIENT);
        assertEquals(List.of("a"), gone());
    }

    @Test
    void anIpv6NetworkCountsAsOneAddress() {
        Connections all = connections(10, 2);
        enter(all, "a", "2001:db8:0:1::1", Standing.CLIENT);
        enter(all, "b", "2001:db8:0:1:ffff::2", Standing.CLIENT);
        enter(all, "other network", "2001:db8:0:2::1", Standing.CLIENT);
        enter(all, "c", "2001:db8:0:1:eeee::3", Standing.CLIENT);
        assertEquals(List.of("a"), gone());
    }

    @Test
    void aConnectionWithoutAHelloInTimeIsEvictedAlsoIfItSendsSingleBytes() {
        Connections all = connections(10, 10);
        Client drips = enter(all, "drips", "10.0.0.1", Standing.CONNECTED);
        enter(all, "greeted", "10.0.0.1", Standing.GREETED);
        drips.seat.active(HELLO);
        all.evictSilent(1 + HELLO);
        assertEquals(List.of(), gone);
        all.evictSilent(2 + HELLO);
        assertEquals(List.of("drips: no hello within 10000 ms"), gone);
    }

    @Test
    void aConnectionThatNeitherSendsNorTakesAnythingIsEvicted() {
        Connections all = connections(10, 10);
        Client sends = enter(all, "sends", "10.0.0.1", Standing.CLIENT);
        Client takes = enter(all, "takes", "10.0.0.1", Standing.CLIENT);
        takes.untaken = 1000;
        enter(all, "does not take", "10.0.0.1", Standing.CLIENT).untaken = 1000;
        enter(all, "waits", "10.0.0.1", Standing.CLIENT).waits = true;
        enter(all, "silent", "10.0.0.1", Standing.GREETED);
        all.evictSilent(++now);
        now += IDLE;
        sends.seat.active(now);
        takes.untaken = 999;
        all.evictSilent(now + 1);
        assertEquals(List.of("silent", "does not take"), gone());
        assertTrue(gone.get(0).endsWith("silent for 60000 ms"), gone.get(0));
    }

    @Test
    void boundsHoldForRandomConnections() {
        SplittableRandom random = new SplittableRandom(20);
        Connections all = connections(50, 20);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            now += random.nextInt(1_000_000);
            if (random.nextInt(3) > 0) {
                Standing standing = Standing.values()[random.nextInt(3)];
                Client client = enter(all, "c", "10.0.0." + random.nextInt(5), standing);
                client.waits = random.nextInt(4) == 0;
                clients.add(client);
            } else if (!clients.isEmpty()) {
                Client client = clients.get(random.nextInt(clients.size()));
                if (client.seat == null) continue;
                if (random.nextBoolean()) client.seat.active(now);
                else {
                    all.leave(client.seat);
                    all.leave(client.seat);
                    client.seat = null;
                }
            }
            clients.removeIf(c -> c.seat == null);
            assertEquals(clients.size(), all.count());
            assertTrue(all.count() <= 50, () -> "seats: " + all.count());
        }
        for (Client client : clients) all.leave(client.seat);
        assertTrue(all.isEmpty());
        assertNotNull(enter(all, "after all", "10.0.0.1", Standing.CLIENT).seat);
    }

    @Test
    void connectionsLeaveDescriptorsForOtherFiles() {
        ConnectionLimits limits =
                ConnectionLimits.of(10_000, 5_000, Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertEquals(limits, limits.within(20_000));
        assertEquals(limits, limits.within(0));
        ConnectionLimits few = limits.within(1024);
        assertEquals(512, few.connectionsMax());
        assertEquals(256, few.perAddressMax());
        assertEquals(1, limits.within(100).connectionsMax());
        assertEquals(3334, limits.share(3).connectionsMax());
    }
}

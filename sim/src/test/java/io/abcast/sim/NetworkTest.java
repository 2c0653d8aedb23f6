package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkTest implements Network.Receiver {
    private record Numbered(int number, int wireBytes) implements Message {}

    private final EventQueue queue = new EventQueue();
    private final List<Integer> arrived = new ArrayList<>();
    private int lost;
    private int repeated;
    private long lastNanos;

    @Override
    public void arrived(int from, int to, Message message) {
        arrived.add(((Numbered) message).number());
        lastNanos = queue.now();
    }

    @Override
    public void repeated(boolean old) {
        repeated++;
    }

    @Override
    public void lost(int from, int to, Message message) {
        lost++;
    }

    @Test
    void linkIsFifo() {
        Network network = network(NetworkModel.lan());
        for (int i = 0; i < 500; i++) network.send(0, 1, new Numbered(i, 10), i);
        runAll();
        assertEquals(numbers(500), arrived);
    }

    @Test
    void processesOfAServerHaveSeparateConnections() {
        Network network = network(NetworkModel.lan());
        long late = 1_000_000_000;
        network.send(0, 1, new Numbered(1, 10), late);
        network.begins(0);
        network.send(0, 1, new Numbered(2, 10), 0);
        while (arrived.isEmpty()) queue.runNext();
        assertEquals(List.of(2), arrived);
        assertTrue(lastNanos < late, "arrived at " + lastNanos);
    }

    @Test
    void sendersToOneReceiverShareItsBandwidth() {
        Network network = network(new NetworkModel(0, 0, 1_000_000, 0, 0, 0, false));
        for (int i = 0; i < 10; i++) network.send(i % 2, 2, new Numbered(i, 1_000), 0);
        runAll();
        // At 1 MB/s, the first message needs 1 ms on its sender's link; then the 10,000 bytes of
        // all messages need 10 ms on the receiver's link.
        assertEquals(11_000_000, lastNanos);
    }

    @Test
    void cutLosesMessagesInFlightAndNests() {
        Network network = network(NetworkModel.lan());
        network.send(0, 1, new Numbered(1, 10), 0);
        network.cut(0, 1);
        network.cut(0, 1);
        network.join(0, 1);
        network.send(0, 1, new Numbered(2, 10), 0);
        network.send(1, 0, new Numbered(3, 10), 0);
        runAll();
        assertEquals(List.of(3), arrived);
        assertEquals(2, lost);
        network.join(0, 1);
        network.send(0, 1, new Numbered(4, 10), queue.now());
        runAll();
        assertEquals(List.of(3, 4), arrived);
    }

    @Test
    void repeatsOldMessagesAfterAReconnectButNotAfterHealing() {
        Network network = network(new NetworkModel(1_000, 0, 0, 0, 0, 0, true));
        for (int i = 0; i < 10; i++) network.send(0, 1, new Numbered(i, 10), 0);
        runAll();
        int before = arrived.size();
        network.cut(0, 1);
        network.join(0, 1);
        runAll();
        assertTrue(arrived.size() > before, "nothing came again");
        assertEquals(network.stale(), arrived.size() - before);
        assertEquals(network.stale(), repeated);
        network.heal();
        int healed = arrived.size();
        network.reset(0, 1);
        runAll();
        assertEquals(healed, arrived.size());
    }

    private Network network(NetworkModel model) {
        return new Network(model, 3, new Rng(5), queue, this);
    }

    private void runAll() {
        while (!queue.isEmpty()) queue.runNext();
    }

    private static List<Integer> numbers(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) numbers.add(i);
        return numbers;
    }
}

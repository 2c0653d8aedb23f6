package io.abcast.sim.testbed;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A simulated machine with a network card and one thread that receives, works and sends. Each received message and each
 * sent message occupies the thread for {@link Hardware#messageCpuNanos}. Work that arrives while the thread is busy
 * waits in the order of its arrival.
 */
abstract class TestbedHost implements Runnable {
    private final Hardware hardware;
    private final EventQueue queue;
    private final int index;
    private final NetworkCard card;
    private final ArrayDeque<TestbedPacket> arrived = new ArrayDeque<>();
    private boolean working;

    private long free;

    private long cpuNanos;

    TestbedHost(Hardware hardware, EventQueue queue, int index, int hosts) {
        this.hardware = hardware;
        this.queue = queue;
        this.index = index;
        card = new NetworkCard(hardware, queue, hosts);
    }

    int index() {
        return index;
    }

    NetworkCard card() {
        return card;
    }

    long now() {
        return queue.now();
    }

    EventQueue queue() {
        return queue;
    }

    long cpuNanos() {
        return cpuNanos;
    }

    void arrived(List<TestbedPacket> packets) {
        for (int i = 0; i < packets.size(); i++) arrived.add(packets.get(i));
        work();
    }

    void post(Object body) {
        arrived.add(new TestbedPacket(this, this, body, 0, now()));
        work();
    }

    private void work() {
        if (working || arrived.isEmpty()) return;
        working = true;
        free = Math.max(free, now()) + cost(arrived.peek());
        queue.at(free, this);
    }

    private long cost(TestbedPacket packet) {
        return packet.travels() ? hardware.messageCpuNanos() : 0;
    }

    @Override
    public void run() {
        TestbedPacket packet = arrived.remove();
        cpuNanos += cost(packet);
        handle(packet.from, packet.body);
        working = false;
        work();
    }

    /** Each message takes CPU time of this machine's thread, so later messages depart later. */
    void send(TestbedHost to, Object body, int bytes) {
        free = Math.max(free, now()) + hardware.messageCpuNanos();
        cpuNanos += hardware.messageCpuNanos();
        card.send(new TestbedPacket(this, to, body, bytes + TestbedFrames.MESSAGE_BYTES, free));
    }

    abstract void handle(TestbedHost from, Object body);
}

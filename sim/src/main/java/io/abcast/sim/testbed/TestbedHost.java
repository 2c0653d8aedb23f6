package io.abcast.sim.testbed;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A machine with a network card and one thread that receives, works and sends. Each received message and each sent
 * message occupies the thread for {@link Hardware#messageCpuNanos}. Work waits for the thread in the order of its
 * arrival.
 */
abstract class TestbedHost implements Runnable {
    private final Hardware hardware;
    private final EventQueue queue;
    private final int index;
    private final NetworkCard card;
    private final ArrayDeque<TestbedPacket> arrived = new ArrayDeque<>();
    private boolean working;

    /** Time in ns at which the thread will have finished its present work. */
    private long free;

    private long cpuNanos;

    /**
     * Creates a machine.
     *
     * @param index index of this machine, 0 to {@code hosts} - 1
     * @param hosts number of all machines
     */
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

    /** Total time for which the thread was busy, in ns. */
    long cpuNanos() {
        return cpuNanos;
    }

    void arrived(List<TestbedPacket> packets) {
        for (int i = 0; i < packets.size(); i++) arrived.add(packets.get(i));
        work();
    }

    /** Adds work that originates inside the machine. */
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

    /** Handles the first waiting message, after the thread of the host has received it. */
    @Override
    public void run() {
        TestbedPacket packet = arrived.remove();
        cpuNanos += cost(packet);
        handle(packet.from, packet.body);
        working = false;
        work();
    }

    /** Sends a message in the thread of the host. Messages that are sent later in the same step depart later. */
    void send(TestbedHost to, Object body, int bytes) {
        free = Math.max(free, now()) + hardware.messageCpuNanos();
        cpuNanos += hardware.messageCpuNanos();
        card.send(new TestbedPacket(this, to, body, bytes + TestbedFrames.MESSAGE_BYTES, free));
    }

    abstract void handle(TestbedHost from, Object body);
}

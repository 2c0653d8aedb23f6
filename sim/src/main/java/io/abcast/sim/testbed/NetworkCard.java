package io.abcast.sim.testbed;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulates the transport and the full-duplex network card of a machine. Like JGroups' transfer-queue bundler, the card
 * sends all waiting messages together, up to the size of a bundle. A bundle consists of one datagram for each receiver.
 * While the card sends the datagrams of one bundle, new messages wait for the next bundle.
 */
final class NetworkCard implements Runnable {
    private final Hardware hardware;
    private final EventQueue queue;
    private final ArrayDeque<TestbedPacket> waiting = new ArrayDeque<>();

    /** The bundle in preparation: one datagram per receiver, by the receiver's {@link TestbedHost#index}. */
    private final Datagram[] open;

    private final List<Datagram> bundle = new ArrayList<>();

    /**
     * For each receiving machine: the virtual time in ns at which the last datagram to the machine leaves the switch. A
     * short datagram must not overtake a long datagram to the same machine.
     */
    private final long[] forwarded;

    private boolean scheduled;
    private long outFree;
    private long inFree;
    private long outNanos;
    private long inNanos;

    NetworkCard(Hardware hardware, EventQueue queue, int hosts) {
        this.hardware = hardware;
        this.queue = queue;
        open = new Datagram[hosts];
        forwarded = new long[hosts];
    }

    /** Packets must be added in the order of {@link TestbedPacket#readyAt}. */
    void send(TestbedPacket packet) {
        waiting.add(packet);
        if (scheduled) return;
        scheduled = true;
        queue.at(Math.max(packet.readyAt, outFree), this);
    }

    @Override
    public void run() {
        int bytes = 0;
        for (TestbedPacket next = waiting.peek(); next != null; next = waiting.peek()) {
            if (next.readyAt > queue.now()) break;
            if (bytes > 0 && bytes + next.bytes > TestbedFrames.BUNDLE_BYTES_MAX) break;
            bytes += next.bytes;
            add(waiting.remove());
        }
        outFree = queue.now();
        for (Datagram datagram : bundle) {
            int to = datagram.to.index();
            open[to] = null;
            int wireBytes = datagram.wireBytes();
            long nanos = hardware.wireNanos(wireBytes);
            outFree += nanos;
            outNanos += nanos;
            long switched =
                    hardware.switchNanos()
                            + hardware.wireNanos(TestbedFrames.lastFrameBytes(wireBytes));
            forwarded[to] = Math.max(forwarded[to], outFree + switched);
            queue.at(forwarded[to], datagram);
        }
        bundle.clear();
        TestbedPacket next = waiting.peek();
        scheduled = next != null;
        if (scheduled) queue.at(Math.max(next.readyAt, outFree), this);
    }

    private void add(TestbedPacket packet) {
        Datagram datagram = open[packet.to.index()];
        if (datagram == null) {
            datagram = new Datagram(packet.to);
            open[packet.to.index()] = datagram;
            bundle.add(datagram);
        }
        datagram.add(packet);
    }

    /**
     * Called when the datagram's last bit would arrive over an idle incoming link.
     *
     * @return whether the datagram must still wait, because frames of other senders precede it
     */
    boolean receives(Datagram datagram) {
        long nanos = hardware.wireNanos(datagram.wireBytes());
        inNanos += nanos;
        long done = Math.max(queue.now(), inFree + nanos);
        inFree = done;
        if (done == queue.now()) return false;
        queue.at(done, datagram);
        return true;
    }

    long outNanos() {
        return outNanos;
    }

    long inNanos() {
        return inNanos;
    }
}

package io.abcast.sim.testbed;

import java.util.ArrayList;
import java.util.List;

/** A UDP datagram: a bundle of messages to one machine. */
final class Datagram implements Runnable {
    final TestbedHost to;
    final List<TestbedPacket> packets = new ArrayList<>();
    private int bytes = TestbedFrames.BUNDLE_BYTES;
    private boolean received;

    Datagram(TestbedHost to) {
        this.to = to;
    }

    void add(TestbedPacket packet) {
        packets.add(packet);
        bytes += packet.bytes;
    }

    int wireBytes() {
        return TestbedFrames.wireBytes(bytes);
    }

    @Override
    public void run() {
        if (!received) {
            received = true;
            if (to.card().receives(this)) return;
        }
        to.arrived(packets);
    }
}

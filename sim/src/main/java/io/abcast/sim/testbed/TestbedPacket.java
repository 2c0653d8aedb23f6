package io.abcast.sim.testbed;

/** A unit of work for a machine's thread: a message in flight, or an expired timer. */
final class TestbedPacket {
    final TestbedHost from;
    final TestbedHost to;
    final Object body;

    /** Size in bytes of the message within a JGroups bundle; 0 for work that does not come from the network. */
    final int bytes;

    final long readyAt;

    TestbedPacket(TestbedHost from, TestbedHost to, Object body, int bytes, long readyAt) {
        this.from = from;
        this.to = to;
        this.body = body;
        this.bytes = bytes;
        this.readyAt = readyAt;
    }

    boolean travels() {
        return bytes > 0;
    }
}

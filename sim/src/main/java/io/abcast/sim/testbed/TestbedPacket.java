package io.abcast.sim.testbed;

/** One message on its way, or a timer that has expired: something that a machine's thread works on. */
final class TestbedPacket {
    final TestbedHost from;
    final TestbedHost to;
    final Object body;

    /** As JGroups sends it within a bundle; 0 for what never travels. */
    final int bytes;

    /** When the sender's thread has handed it to the transport. */
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

package io.abcast.sim.testbed;

/** One message on its way, or a timer that has expired: something that a machine's thread works on. */
final class Packet {
    final Host from;
    final Host to;
    final Object body;

    /** As JGroups sends it within a bundle; 0 for what never travels. */
    final int bytes;

    /** When the sender's thread has handed it to the transport. */
    final long readyAt;

    Packet(Host from, Host to, Object body, int bytes, long readyAt) {
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

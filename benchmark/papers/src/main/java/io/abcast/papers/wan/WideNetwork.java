package io.abcast.papers.wan;

import io.abcast.kernel.Message;
import io.abcast.sim.EventQueue;

/**
 * The simulated network between the sites. Each message occupies the uplink of its sender and the downlink of its
 * receiver. A downlink carries messages in the order in which their last bits would arrive over an idle downlink.
 */
final class WideNetwork implements SiteNetwork {
    private final EventQueue queue;
    private final WideLinks links;
    private final WideMachine[] machines;
    private final Uplink[] uplinks;

    /** For each downlink, the virtual time in ns at which it has carried all messages that have reached it so far. */
    private final long[] downFree;

    private final long[] downOtherBytes;

    WideNetwork(EventQueue queue, WideLinks links) {
        this.queue = queue;
        this.links = links;
        machines = new WideMachine[links.size()];
        uplinks = new Uplink[links.size()];
        downFree = new long[links.size()];
        downOtherBytes = new long[links.size()];
    }

    void connect(int rank, WideMachine machine) {
        machines[rank] = machine;
        uplinks[rank] = new Uplink(queue, links, rank, machine);
    }

    Uplink uplink(int rank) {
        return uplinks[rank];
    }

    long downOtherBytes(int rank) {
        return downOtherBytes[rank];
    }

    @Override
    public void send(
            int from, int to, Message body, int bytes, int payloadBytes, boolean isUrgent) {
        uplinks[from].send(new Parcel(this, from, to, body, bytes, payloadBytes), isUrgent);
    }

    @Override
    public long waitingBytes(int from, int to) {
        return uplinks[from].waitingBytes(to);
    }

    boolean receives(Parcel parcel) {
        long nanos = WideLinks.wireNanos(parcel.bytes, links.downlinkMbit()[parcel.to]);
        long done = Math.max(queue.now(), downFree[parcel.to] + nanos);
        downFree[parcel.to] = done;
        downOtherBytes[parcel.to] += parcel.bytes - parcel.payloadBytes;
        if (done == queue.now()) return true;
        queue.at(done, parcel);
        return false;
    }

    void deliver(Parcel parcel) {
        machines[parcel.to].received(parcel.from, parcel.body);
    }
}

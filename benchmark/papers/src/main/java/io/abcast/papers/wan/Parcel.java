package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/**
 * A message in flight between two sites of the simulation. The event queue runs the parcel at the time at which its
 * last bit would arrive over an idle downlink. If the downlink of the receiving site is busy, the event queue runs the
 * parcel again when the downlink has carried it.
 */
final class Parcel implements Runnable {
    final int from;
    final int to;
    final Message body;
    final int bytes;
    final int payloadBytes;

    private final WideNetwork network;
    private boolean isReceived;

    Parcel(WideNetwork network, int from, int to, Message body, int bytes, int payloadBytes) {
        this.network = network;
        this.from = from;
        this.to = to;
        this.body = body;
        this.bytes = bytes;
        this.payloadBytes = payloadBytes;
    }

    @Override
    public void run() {
        if (!isReceived) {
            isReceived = true;
            if (!network.receives(this)) return;
        }
        network.deliver(this);
    }
}

package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/**
 * A message on its way. It is an event that runs when its last bit would have arrived on an idle downlink, and again
 * when it has arrived on a busy one.
 */
final class Parcel implements Runnable {
    final int from;
    final int to;
    final Message body;
    final int bytes;

    /** Bytes of {@link #bytes} that are payload. */
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

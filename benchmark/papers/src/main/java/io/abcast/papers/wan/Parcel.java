package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/**
 * A message in flight. The queue of events runs a parcel when the last bit of the message arrives, if the downlink is
 * idle. If the downlink is busy, the queue runs the parcel a second time, when the downlink has received the message.
 */
final class Parcel implements Runnable {
    final int from;
    final int to;
    final Message body;
    final int bytes;

    /** Number of those {@link #bytes} that are payload. */
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

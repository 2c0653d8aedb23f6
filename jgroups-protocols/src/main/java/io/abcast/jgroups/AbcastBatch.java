package io.abcast.jgroups;

import io.abcast.jgroups.loop.CallerRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Payloads that a caller submits together, for example all payloads that it has just read from its sockets. A member's
 * event loop wakes once for a whole batch. In the total order, payloads of other callers may stand between the payloads
 * of a batch.
 *
 * <p><b>Thread rule:</b> only one thread at a time may use a batch; no method blocks. After {@link #submit} the batch
 * is empty and can be used again.
 */
public final class AbcastBatch {
    private final AbcastProtocol protocol;
    private final List<CallerRequest> waiting = new ArrayList<>();

    AbcastBatch(AbcastProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * Adds a payload to the batch.
     *
     * @param payload at most {@code payload_bytes_max} bytes; a larger or invalid payload fails at once. The caller
     *     must not change the array afterwards.
     */
    public void add(byte[] payload, AbcastCallback callback) {
        if (!protocol.refuses(payload, callback)) waiting.add(new CallerRequest(payload, callback));
    }

    /** Returns the number of payloads that wait for {@link #submit}. */
    public int size() {
        return waiting.size();
    }

    /**
     * Submits all waiting payloads of the batch, in the order in which the caller added them. If the member has room
     * for only some of the payloads, it admits the first payloads, and the remaining payloads fail.
     */
    public void submit() {
        if (waiting.isEmpty()) return;
        protocol.submitAll(waiting);
        waiting.clear();
    }
}

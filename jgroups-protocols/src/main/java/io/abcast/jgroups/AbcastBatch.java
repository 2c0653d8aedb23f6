package io.abcast.jgroups;

import io.abcast.jgroups.loop.CallerRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Payloads that a caller has at hand at the same time, such as what one read of its sockets brought: submitted together they wake
 * the member once, and travel together. Each is ordered, and answered, for itself, as by {@link
 * AtomicBroadcast#abcast(byte[], AbcastCallback)}; in the total order others may come between them.
 *
 * <p><b>Thread rule:</b> used by one thread at a time; nothing blocks. Empty, and to be used again, after each {@link #submit}.
 */
public final class AbcastBatch {
    private final AbcastProtocol protocol;
    private final List<CallerRequest> waiting = new ArrayList<>();

    AbcastBatch(AbcastProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * Adds a payload behind those that wait.
     *
     * @param payload at most {@code payload_bytes_max} bytes, or {@code callback} fails at once; must not be changed afterwards
     */
    public void add(byte[] payload, AbcastCallback callback) {
        if (!protocol.tooLarge(payload, callback))
            waiting.add(new CallerRequest(payload, callback));
    }

    /** Payloads that wait for {@link #submit}. */
    public int size() {
        return waiting.size();
    }

    /** Submits all that wait, in their order. Those for which the member has no room fail, the last ones first of all. */
    public void submit() {
        if (waiting.isEmpty()) return;
        protocol.submitAll(waiting);
        waiting.clear();
    }
}

package io.abcast.dissemination.omaha;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Sums of the latencies of completed instances (runs) of an application's protocol.
 *
 * @param heldNanos total latency in ns of the completed instances whose messages Omaha may hold.
 * @param held number of completed instances whose messages Omaha may hold.
 * @param controlNanos total latency in ns of completed control instances, whose messages Omaha never holds.
 * @param control number of completed control instances
 */
public record InstanceTimes(long heldNanos, long held, long controlNanos, long control) {
    public static final InstanceTimes NONE = new InstanceTimes(0, 0, 0, 0);

    /**
     * Checks that no sum and no number is negative.
     *
     * @throws IllegalArgumentException if a sum or a number is negative
     */
    public InstanceTimes {
        if (heldNanos < 0 || held < 0 || controlNanos < 0 || control < 0)
            throw new IllegalArgumentException(
                    "instance times: expected at least 0, got %d %d %d %d"
                            .formatted(heldNanos, held, controlNanos, control));
    }

    /** Returns a copy of these sums of latencies with one more completed instance. */
    public InstanceTimes with(long latencyNanos, boolean isControl) {
        return isControl
                ? new InstanceTimes(heldNanos, held, controlNanos + latencyNanos, control + 1)
                : new InstanceTimes(heldNanos + latencyNanos, held + 1, controlNanos, control);
    }

    public boolean isEmpty() {
        return held == 0 && control == 0;
    }

    public void write(WireWriter out) {
        out.varint(heldNanos).varint(held).varint(controlNanos).varint(control);
    }

    /**
     * Reads sums of latencies that {@link #write} has written.
     *
     * @throws MalformedFrameException if a sum or a number is negative, or the bytes end early
     */
    public static InstanceTimes read(WireReader in) {
        long heldNanos = in.varint();
        long held = in.varint();
        long controlNanos = in.varint();
        long control = in.varint();
        if (heldNanos < 0 || held < 0 || controlNanos < 0 || control < 0)
            throw new MalformedFrameException(
                    "instance times: expected at least 0, got %d %d %d %d"
                            .formatted(heldNanos, held, controlNanos, control));
        return new InstanceTimes(heldNanos, held, controlNanos, control);
    }
}

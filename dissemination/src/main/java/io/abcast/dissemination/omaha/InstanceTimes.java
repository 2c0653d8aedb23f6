package io.abcast.dissemination.omaha;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Sums of the latencies of completed instances. Members exchange these sums, so that the {@link HoldController} of each
 * member uses the instances of all members.
 *
 * @param heldNanos total latency of instances whose messages may be held.
 * @param held number of instances whose messages may be held.
 * @param controlNanos total latency of control instances
 * @param control number of control instances
 */
public record InstanceTimes(long heldNanos, long held, long controlNanos, long control) {
    public static final InstanceTimes NONE = new InstanceTimes(0, 0, 0, 0);

    /**
     * Checks the arguments.
     *
     * @throws IllegalArgumentException if an argument is negative
     */
    public InstanceTimes {
        if (heldNanos < 0 || held < 0 || controlNanos < 0 || control < 0)
            throw new IllegalArgumentException(
                    "instance times: expected at least 0, got %d %d %d %d"
                            .formatted(heldNanos, held, controlNanos, control));
    }

    /** Returns these sums with one more instance. */
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
     * Reads the output of {@link #write}.
     *
     * @throws MalformedFrameException if a value is negative or the bytes end early
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

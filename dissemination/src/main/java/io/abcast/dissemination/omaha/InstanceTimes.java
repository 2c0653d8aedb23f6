package io.abcast.dissemination.omaha;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * What some instances of applications took, summed up: what one member tells the others, so that the {@link HoldController} of
 * each sees the instances of all.
 *
 * @param heldNanos of those whose messages may be held
 * @param held how many
 * @param controlNanos of those that run unheld
 * @param control how many
 */
public record InstanceTimes(long heldNanos, long held, long controlNanos, long control) {
    public static final InstanceTimes NONE = new InstanceTimes(0, 0, 0, 0);

    /**
     * @throws IllegalArgumentException if one is negative
     */
    public InstanceTimes {
        if (heldNanos < 0 || held < 0 || controlNanos < 0 || control < 0)
            throw new IllegalArgumentException(
                    "expected nothing below 0, got %d %d %d %d"
                            .formatted(heldNanos, held, controlNanos, control));
    }

    /** One instance. */
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
     * Reads what {@link #write} wrote.
     *
     * @throws MalformedFrameException if it is not that
     */
    public static InstanceTimes read(WireReader in) {
        long heldNanos = in.varint();
        long held = in.varint();
        long controlNanos = in.varint();
        long control = in.varint();
        if (heldNanos < 0 || held < 0 || controlNanos < 0 || control < 0)
            throw new MalformedFrameException(
                    "times: expected nothing below 0, got %d %d %d %d"
                            .formatted(heldNanos, held, controlNanos, control));
        return new InstanceTimes(heldNanos, held, controlNanos, control);
    }
}

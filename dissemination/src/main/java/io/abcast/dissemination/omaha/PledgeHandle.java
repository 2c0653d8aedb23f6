package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A pledge of an application to send messages to some destinations soon. The owner of a pledge ends the pledge by
 * {@link Omaha#close}; a second call of {@code close} has no effect. Only one thread at a time may use an {@link Omaha}
 * and its pledges.
 */
public final class PledgeHandle implements Comparable<PledgeHandle> {
    enum End {
        OWNER,
        LIFE,
        OTHERS
    }

    private final Omaha<?, ?> layer;
    private final long number;
    private final long app;
    private final long statedNanos;
    private final long sinceNanos;
    private final long expectedAtNanos;
    private final long expiresNanos;
    private final List<Lane<?, ?>> lanes;
    private End end;
    private boolean closed;

    PledgeHandle(
            Omaha<?, ?> layer,
            long number,
            long app,
            long statedNanos,
            long sinceNanos,
            long expectedAtNanos,
            long expiresNanos,
            Collection<? extends Lane<?, ?>> lanes) {
        this.layer = layer;
        this.number = number;
        this.app = app;
        this.statedNanos = statedNanos;
        this.sinceNanos = sinceNanos;
        this.expectedAtNanos = expectedAtNanos;
        this.expiresNanos = expiresNanos;
        this.lanes = new ArrayList<>(new LinkedHashSet<>(lanes));
    }

    boolean isOf(Omaha<?, ?> which) {
        return layer == which;
    }

    /** Number of the application that owns the pledge. */
    public long app() {
        return app;
    }

    public boolean open() {
        return end == null;
    }

    /**
     * Expected time in ns from the beginning of the pledge to the announced messages, as stated by the owner; 0 if the
     * owner stated no time.
     */
    long statedNanos() {
        return statedNanos;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    long expiresNanos() {
        return expiresNanos;
    }

    /** Time in ns at which the announced messages are expected; {@link Long#MIN_VALUE} if unknown. */
    long expectedAtNanos() {
        return expectedAtNanos;
    }

    long number() {
        return number;
    }

    List<Lane<?, ?>> lanes() {
        return lanes;
    }

    void ended(End by) {
        assert end == null : this + " ended twice";
        end = by;
    }

    boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean hasOutlived() {
        return end == End.LIFE;
    }

    /** Orders pledges by the time at which they expire. */
    @Override
    public int compareTo(PledgeHandle other) {
        int byTime = Long.compare(expiresNanos, other.expiresNanos);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "pledge " + number + " of " + app + (open() ? "" : ", over");
    }
}

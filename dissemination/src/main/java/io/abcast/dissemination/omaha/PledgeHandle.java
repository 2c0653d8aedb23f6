package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A pledge of an application to send messages to some destinations soon. Only {@link Omaha} creates pledges, and Omaha
 * may also end a pledge before its owner closes it. The owner of a pledge ends the pledge by {@link Omaha#close}; a
 * second call of {@code close} has no effect. Only one thread at a time may use an {@link Omaha} and its pledges.
 */
public final class PledgeHandle implements Comparable<PledgeHandle> {
    /** The cause of the end of a pledge. */
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

    /** Whether the owner has closed the pledge, even if Omaha had ended the pledge before. */
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

    /** Whether this pledge belongs to the given instance of {@link Omaha}. */
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

    /** Time in ns at which the pledge began. */
    long sinceNanos() {
        return sinceNanos;
    }

    long expiresNanos() {
        return expiresNanos;
    }

    /** Time in ns at which the messages that the pledge announces are expected; {@link Long#MIN_VALUE} if unknown. */
    long expectedAtNanos() {
        return expectedAtNanos;
    }

    long number() {
        return number;
    }

    /** The lanes (message queues) of the destinations that the pledge names. */
    List<Lane<?, ?>> lanes() {
        return lanes;
    }

    void ended(End by) {
        assert end == null : this + " ended twice";
        end = by;
    }

    /**
     * Records that the owner closes the pledge. {@code close} returns whether the owner closes the pledge for the first
     * time.
     */
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

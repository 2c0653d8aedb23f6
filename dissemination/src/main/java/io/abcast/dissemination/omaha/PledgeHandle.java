package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A pledge of an application to send messages to some destinations soon. Only {@link Omaha} creates pledges, and may
 * end a pledge itself. The owner closes its pledge by {@link Omaha#close}; a repeated call has no effect. The thread
 * rule is that of {@link Omaha}.
 */
public final class PledgeHandle implements Comparable<PledgeHandle> {
    /** Cause of the end of a pledge. */
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

    /** Whether the owner has closed the pledge, even if the pledge had ended before. */
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

    /** Whether the instance {@code which} created this pledge, and not another instance. */
    boolean isOf(Omaha<?, ?> which) {
        return layer == which;
    }

    /** The application that owns the pledge. */
    public long app() {
        return app;
    }

    public boolean open() {
        return end == null;
    }

    /**
     * Time in nanoseconds between the beginning of the pledge and the announced messages, as the owner stated it; 0 if
     * the owner stated no time.
     */
    long statedNanos() {
        return statedNanos;
    }

    /** Time at which the pledge began. */
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

    /** The lanes of the destinations that the pledge names. */
    List<Lane<?, ?>> lanes() {
        return lanes;
    }

    void ended(End by) {
        assert end == null : this + " ended twice";
        end = by;
    }

    /** Records that the owner closes the pledge. Returns whether the owner closes it for the first time. */
    boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean hasOutlived() {
        return end == End.LIFE;
    }

    /** Orders pledges by the end of their lifetime. */
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

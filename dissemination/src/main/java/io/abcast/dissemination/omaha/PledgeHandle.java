package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One open promise of an application to send to some destinations soon. Only {@link Omaha} makes them and may end them by
 * itself; the owner closes it by {@link Omaha#close}, as often as it likes. Same thread rule as {@link Omaha}.
 */
public final class PledgeHandle implements Comparable<PledgeHandle> {
    /** Who ended it. */
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

    /** By its owner, whoever ended it. */
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

    /** Whether that one has made it, and not one before it. */
    boolean isOf(Omaha<?, ?> which) {
        return layer == which;
    }

    /** Whose it is. */
    public long app() {
        return app;
    }

    public boolean open() {
        return end == null;
    }

    /** In which time its owner has said that it will be kept; 0 if it could not tell. */
    long statedNanos() {
        return statedNanos;
    }

    /** When it was made. */
    long sinceNanos() {
        return sinceNanos;
    }

    long expiresNanos() {
        return expiresNanos;
    }

    /** When it is expected to be kept; the beginning of time if that is unknown. */
    long expectedAtNanos() {
        return expectedAtNanos;
    }

    long number() {
        return number;
    }

    /** Where it counts. */
    List<Lane<?, ?>> lanes() {
        return lanes;
    }

    void ended(End by) {
        assert end == null : this + " ended twice";
        end = by;
    }

    /** Its owner closes it. @return whether for the first time */
    boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean hasOutlived() {
        return end == End.LIFE;
    }

    /** In order of expiry. */
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

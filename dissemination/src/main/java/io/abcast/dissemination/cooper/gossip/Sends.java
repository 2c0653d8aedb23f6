package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayList;
import java.util.List;

/**
 * The blocks that this node sends: one transfer on its link, one offer ahead of it that asks whether the next receiver is free, so that
 * the link does not wait for the answer. A transfer that takes much longer than others has a slow receiver; another one
 * may then run beside it.
 */
final class Sends {
    /** Transfers to slow receivers that may run beside the one that counts. */
    private static final int SLOW_MAX = 3;

    /**
     * A block on offer or accepted.
     *
     * @param plain passed on as it came from the source
     */
    record Offered(int to, Batch batch, long number, byte[] row, boolean plain, long untilNanos) {}

    /** @param nearly its end is near: what comes next may be queued behind it */
    private record Running(int to, long number, long sinceNanos, boolean nearly) {}

    private final List<Running> running = new ArrayList<>();
    private Offered offered;
    private boolean accepted;
    private long numbers;

    /** Duration of a usual transfer: that of the fastest of late, let grow slowly. 0 before the first. */
    private long usualNanos;

    boolean mayOffer(long nowNanos) {
        return offered == null && countingAt(nowNanos) == 0 && running.size() < SLOW_MAX;
    }

    Offered offer(int to, Batch batch, byte[] row, boolean plain, long untilNanos) {
        offered = new Offered(to, batch, ++numbers, row, plain, untilNanos);
        accepted = false;
        return offered;
    }

    /** The offer that an answer belongs to; null when that was given up. */
    Offered answered(int from, long number) {
        return !accepted && offered != null && offered.to == from && offered.number == number
                ? offered
                : null;
    }

    void accept() {
        accepted = true;
    }

    /** Gives an offer up; null when there is none that waits. */
    Offered withdraw() {
        Offered was = accepted ? null : offered;
        if (was != null) offered = null;
        return was;
    }

    /** Nothing is offered or on its way. */
    boolean idle() {
        return offered == null && running.isEmpty();
    }

    Offered open() {
        return offered;
    }

    boolean sendsTo(int node) {
        for (Running transfer : running) if (transfer.to == node && !transfer.nearly) return true;
        return false;
    }

    /** What may go onto the link now, null for nothing. */
    Offered start(long nowNanos) {
        if (!accepted || offered == null || countingAt(nowNanos) > 0 || running.size() > SLOW_MAX)
            return null;
        Offered next = offered;
        offered = null;
        accepted = false;
        running.add(new Running(next.to, next.number, nowNanos, false));
        return next;
    }

    private int countingAt(long nowNanos) {
        int counting = 0;
        for (Running transfer : running) {
            boolean slow = usualNanos > 0 && nowNanos - transfer.sinceNanos > 2 * usualNanos;
            if (!slow && !transfer.nearly) counting++;
        }
        return counting;
    }

    void nearly(int to, long number) {
        for (int i = 0; i < running.size(); i++) {
            Running transfer = running.get(i);
            if (transfer.to == to && transfer.number == number)
                running.set(i, new Running(to, number, transfer.sinceNanos, true));
        }
    }

    /** When a running transfer begins to count as slow, in nanoseconds from now; {@code Long.MAX_VALUE} if never. */
    long slowIn(long nowNanos) {
        if (usualNanos == 0 || running.isEmpty() || !accepted) return Long.MAX_VALUE;
        long since = running.get(running.size() - 1).sinceNanos;
        return Math.max(1, since + 2 * usualNanos + 1 - nowNanos);
    }

    /** How long a block takes of late; 0 before the first. */
    long usualNanos() {
        return usualNanos;
    }

    void transferred(int to, long number, long nowNanos) {
        for (int i = 0; i < running.size(); i++) {
            Running transfer = running.get(i);
            if (transfer.to != to || transfer.number != number) continue;
            running.remove(i);
            long took = Math.max(1, nowNanos - transfer.sinceNanos);
            usualNanos = usualNanos == 0 ? took : Math.min(took, usualNanos + usualNanos / 8);
            return;
        }
    }

    void retain(Peers peers) {
        running.removeIf(transfer -> !peers.contains(transfer.to));
        if (offered != null && !peers.contains(offered.to)) {
            offered = null;
            accepted = false;
        }
    }
}

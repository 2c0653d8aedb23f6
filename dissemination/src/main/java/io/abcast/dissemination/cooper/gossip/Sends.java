package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The blocks that this node sends, offered or on their way. With one at a time (Liu 2015) the next is offered when the last has nearly
 * gone; with several to several receivers, and the next for a receiver agreed while it gets the last, a link is idle only when there is
 * nothing to send. A transfer that takes much longer than others has a slow receiver and does not count: another one may run beside it.
 */
final class Sends {
    /** Transfers to slow receivers that may run beside those that count. */
    private static final int SLOW_MAX = 3;

    /** A first block for a receiver, and the next one behind it. */
    private static final int RECEIVER_MAX = 2;

    /** What a block is to its sender. */
    enum Kind {
        /** One that only the source has, as far as it knows. */
        FIRST,
        /** Passed on as it came from the source. */
        PLAIN,
        CODED
    }

    /** A block on offer or accepted. */
    record Offered(int to, Batch batch, long number, byte[] row, Kind kind, long untilNanos) {}

    /** @param nearly its end is near: what comes next may be queued behind it */
    private record Running(Offered offered, long sinceNanos, boolean nearly) {
        boolean is(int to, long number) {
            return offered.to == to && offered.number == number;
        }
    }

    private final int max;
    private final List<Offered> offers = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private long numbers;

    /** Duration of a usual transfer: that of the fastest of late, let grow slowly. 0 before the first. */
    private long usualNanos;

    /** @param max blocks offered or on their way at once */
    Sends(int max) {
        this.max = max;
    }

    boolean mayOffer(long nowNanos) {
        return offers.size() + countingAt(nowNanos) < max && running.size() < max - 1 + SLOW_MAX;
    }

    boolean mayOfferTo(int node) {
        int here = 0;
        for (Offered offered : offers) if (offered.to == node) here++;
        for (Running transfer : running)
            if (transfer.offered.to == node && !transfer.nearly) here++;
        return here < Math.min(max, RECEIVER_MAX);
    }

    Offered offer(int to, Batch batch, byte[] row, Kind kind, long untilNanos) {
        Offered offered = new Offered(to, batch, ++numbers, row, kind, untilNanos);
        offers.add(offered);
        return offered;
    }

    /** The offer that an answer belongs to, which is none any more; null when it was given up. */
    Offered answered(int from, long number) {
        for (int i = 0; i < offers.size(); i++) {
            Offered offered = offers.get(i);
            if (offered.to == from && offered.number == number) return offers.remove(i);
        }
        return null;
    }

    /** Those that have waited too long, which are none any more. */
    List<Offered> expired(long nowNanos) {
        return take(offered -> offered.untilNanos <= nowNanos);
    }

    private List<Offered> take(Predicate<Offered> which) {
        List<Offered> taken = List.of();
        for (int i = offers.size() - 1; i >= 0; i--) {
            if (!which.test(offers.get(i))) continue;
            if (taken.isEmpty()) taken = new ArrayList<>();
            taken.add(offers.remove(i));
        }
        return taken;
    }

    /** An accepted one goes onto the link. */
    void start(Offered accepted, long nowNanos) {
        running.add(new Running(accepted, nowNanos, false));
    }

    /** Whether a block that only the source has is offered or on its way. */
    boolean anyFirst() {
        for (Offered offered : offers) if (offered.kind == Kind.FIRST) return true;
        for (Running transfer : running) if (transfer.offered.kind == Kind.FIRST) return true;
        return false;
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
            if (transfer.is(to, number))
                running.set(i, new Running(transfer.offered, transfer.sinceNanos, true));
        }
    }

    /** How long the link is busy with a block, of late; 0 before the first. */
    long usualNanos() {
        return usualNanos / max;
    }

    void transferred(int to, long number, long nowNanos) {
        for (int i = 0; i < running.size(); i++) {
            Running transfer = running.get(i);
            if (!transfer.is(to, number)) continue;
            running.remove(i);
            long took = Math.max(1, nowNanos - transfer.sinceNanos);
            usualNanos = usualNanos == 0 ? took : Math.min(took, usualNanos + usualNanos / 8);
            return;
        }
    }

    /** @return offers to those who are gone, which are none any more */
    List<Offered> retain(GossipPeers peers) {
        running.removeIf(transfer -> !peers.contains(transfer.offered.to));
        return take(offered -> !peers.contains(offered.to));
    }
}

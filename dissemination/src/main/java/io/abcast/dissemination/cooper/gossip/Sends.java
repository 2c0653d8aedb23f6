package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The blocks that this node has offered or is sending. If several blocks may be sent at a time, the node sends to
 * several receivers, and offers a receiver the next block during the present one.
 *
 * <p>If the transfer of a block takes more than twice the usual time, its receiver is slow. A transfer to a slow
 * receiver does not count against the maximum number of simultaneous blocks, so the node may start another transfer at
 * once.
 */
final class Sends {
    private static final int SLOW_MAX = 3;

    /** Maximum number of blocks for one receiver at a time: the block that this node is sending, and the next block. */
    private static final int RECEIVER_MAX = 2;

    enum Kind {
        /** A block of the source that, as far as the source knows, no other member has yet. */
        FIRST,
        PLAIN,
        CODED
    }

    record Offered(int to, Batch batch, long number, byte[] row, Kind kind, long untilNanos) {}

    private record Running(Offered offered, long sinceNanos, boolean nearly) {
        boolean is(int to, long number) {
            return offered.to == to && offered.number == number;
        }
    }

    private final int max;
    private final List<Offered> offers = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private long numbers;

    /**
     * Usual transfer time of a block, 0 before the first: a faster transfer lowers it at once, slower ones raise it
     * slowly.
     */
    private long usualNanos;

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

    /** Removes the offer; returns null if this node has already given up the offer. */
    Offered answered(int from, long number) {
        for (int i = 0; i < offers.size(); i++) {
            Offered offered = offers.get(i);
            if (offered.to == from && offered.number == number) return offers.remove(i);
        }
        return null;
    }

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

    void start(Offered accepted, long nowNanos) {
        running.add(new Running(accepted, nowNanos, false));
    }

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

    List<Offered> retain(GossipPeers peers) {
        running.removeIf(transfer -> !peers.contains(transfer.offered.to));
        return take(offered -> !peers.contains(offered.to));
    }
}

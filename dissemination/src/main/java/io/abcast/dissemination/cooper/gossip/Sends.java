package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The blocks that this node has offered or is sending. If at most one block may be sent at a time (Liu 2015), the node
 * offers the next block when it has sent nearly all of the previous block. If several blocks may be sent at a time, the
 * node sends to several receivers, and offers a receiver the next block during the present one. With several blocks at
 * a time, the node's link is therefore idle only if the node has no block to send.
 *
 * <p>If the transfer of a block takes more than twice the usual time, its receiver is slow. A transfer to a slow
 * receiver does not count against the maximum number of simultaneous blocks, so the node may start another transfer at
 * once.
 */
final class Sends {
    /**
     * Maximum number of simultaneous transfers to slow receivers, which come in addition to the maximum of ordinary
     * transfers.
     */
    private static final int SLOW_MAX = 3;

    /** Maximum number of blocks for one receiver at a time: the block that this node is sending, and the next block. */
    private static final int RECEIVER_MAX = 2;

    /** The kind of a block that this node offers; it decides what the node does with a refused block. */
    enum Kind {
        /** A block of the source that, as far as the source knows, no other member has yet. */
        FIRST,
        /** A block that this node passes on uncoded, as the source has sent it. */
        PLAIN,
        CODED
    }

    /** An offer of a block to a receiver, from the offer until the block has been sent. */
    record Offered(int to, Batch batch, long number, byte[] row, Kind kind, long untilNanos) {}

    /**
     * A transfer of a block to a receiver that is in progress.
     *
     * @param nearly whether the node has sent nearly all bytes of the block, so that the node may queue the next block
     */
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
     * Usual duration in ns of the transfer of a block; 0 before the first transfer. A transfer that is faster than
     * usual lowers the usual duration at once, and slower transfers raise the usual duration slowly.
     */
    private long usualNanos;

    /**
     * Creates an empty list of offered and sent blocks.
     *
     * @param max maximum number of blocks that this node offers or sends at once
     */
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

    /**
     * Removes and returns the offer number {@code number} to the member {@code from}, which has answered it; null if
     * this node has already given up the offer.
     */
    Offered answered(int from, long number) {
        for (int i = 0; i < offers.size(); i++) {
            Offered offered = offers.get(i);
            if (offered.to == from && offered.number == number) return offers.remove(i);
        }
        return null;
    }

    /** Removes and returns the offers that receivers have not answered in time. */
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

    /** Records that the transfer of an accepted block starts. */
    void start(Offered accepted, long nowNanos) {
        running.add(new Running(accepted, nowNanos, false));
    }

    /** Whether this node, the source, is offering or sending a block that only the source has. */
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

    /**
     * Usual time in ns from the start of one block on this node's link to the start of the next; 0 before the first
     * transfer.
     */
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

    /** Removes and returns the offers of blocks to members that are no longer reachable. */
    List<Offered> retain(GossipPeers peers) {
        running.removeIf(transfer -> !peers.contains(transfer.offered.to));
        return take(offered -> !peers.contains(offered.to));
    }
}

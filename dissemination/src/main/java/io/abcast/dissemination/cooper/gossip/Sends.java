package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The blocks that this node has offered or is sending. With a bound of one block (Liu 2015), the next block is offered
 * when the previous one is nearly sent. With a higher bound, blocks are sent to several receivers, and the next block
 * for a receiver is offered while the receiver receives the previous one. So the link is idle only if this node has no
 * block to send.
 *
 * <p>A transfer that takes more than twice the usual time has a slow receiver. Such a transfer does not count against
 * the bound, so another transfer may run at the same time.
 */
final class Sends {
    /** Maximum number of transfers to slow receivers, in addition to the transfers that count against the bound. */
    private static final int SLOW_MAX = 3;

    /** Maximum number of blocks for one receiver at a time: the block that is being sent, and the next block. */
    private static final int RECEIVER_MAX = 2;

    /** Kind of a block, as its sender classifies it. */
    enum Kind {
        /** A block that only the source has, as far as the source knows. */
        FIRST,
        /** A block that is passed on unchanged, as the source has sent it. */
        PLAIN,
        CODED
    }

    /** A block that was offered or accepted. */
    record Offered(int to, Batch batch, long number, byte[] row, Kind kind, long untilNanos) {}

    /**
     * A transfer in progress.
     *
     * @param nearly whether the transfer is nearly complete, so that the next block may be queued
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
     * Usual duration of a transfer in nanoseconds: the duration of the fastest recent transfer, which slower transfers
     * raise slowly; 0 before the first transfer.
     */
    private long usualNanos;

    /**
     * Creates the list.
     *
     * @param max maximum number of blocks that are offered or being sent at once
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

    /** Removes and returns the offer to which an answer belongs; null if the offer was given up. */
    Offered answered(int from, long number) {
        for (int i = 0; i < offers.size(); i++) {
            Offered offered = offers.get(i);
            if (offered.to == from && offered.number == number) return offers.remove(i);
        }
        return null;
    }

    /** Removes and returns the offers that have waited too long. */
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

    /** Whether a block that only the source has is offered or being sent. */
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

    /** Usual time in nanoseconds for which one block keeps the link busy; 0 before the first transfer. */
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

    /** Removes and returns the offers to members that are not reachable any more. */
    List<Offered> retain(GossipPeers peers) {
        running.removeIf(transfer -> !peers.contains(transfer.offered.to));
        return take(offered -> !peers.contains(offered.to));
    }
}

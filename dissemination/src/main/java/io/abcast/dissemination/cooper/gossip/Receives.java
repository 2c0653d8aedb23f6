package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The places for blocks whose offers this node has accepted. A place becomes free when its block has arrived, or has
 * not arrived in time.
 */
final class Receives {
    /** Maximum number of members that are notified of one free place. Further members would find the place taken. */
    private static final int INVITED_MAX = 2;

    private static final int REFUSED_MAX = 64;

    /**
     * A place for a block.
     *
     * @param nearly whether only few bytes of the block remain to be received, so that the block hardly delays another
     *     block
     */
    record Place(
            int from,
            long number,
            int batch,
            byte[] coefficients,
            long untilNanos,
            boolean nearly) {
        Place with(long until, boolean nearlyHere) {
            return new Place(from, number, batch, coefficients, until, nearlyHere);
        }
    }

    private final List<Place> places = new ArrayList<>();
    private final ArrayDeque<Integer> refused = new ArrayDeque<>();
    private final int max;
    private long heldUntilNanos;

    Receives(int max) {
        this.max = max;
    }

    /**
     * Reserves a place for an offered block.
     *
     * @return whether a place was free
     */
    boolean reserve(int from, Offer offer, boolean first, long nowNanos, long untilNanos) {
        places.removeIf(place -> place.untilNanos <= nowNanos);
        int held = !first && nowNanos < heldUntilNanos ? 1 : 0;
        int taken = held;
        for (Place place : places) if (!place.nearly) taken++;
        if (taken >= max) return false;
        if (first) heldUntilNanos = 0;
        places.add(
                new Place(
                        from,
                        offer.number(),
                        offer.batch(),
                        offer.coefficients(),
                        untilNanos,
                        false));
        return true;
    }

    /** The coefficients of the accepted blocks of a batch that may still arrive. */
    List<byte[]> coming(int batch, long nowNanos) {
        places.removeIf(place -> place.untilNanos <= nowNanos);
        List<byte[]> coming = new ArrayList<>();
        for (Place place : places) if (place.batch == batch) coming.add(place.coefficients);
        return coming;
    }

    /** Records that the first bytes of a block have arrived, and extends the time of its place. */
    void begun(int from, long number, long untilNanos) {
        Place place = release(from, number);
        if (place != null) places.add(place.with(untilNanos, place.nearly));
    }

    /**
     * Records that only few bytes of a block remain.
     *
     * @return whether this is the first report for the block. If so, another block may be accepted
     */
    boolean nearly(int from, long number) {
        Place place = release(from, number);
        if (place == null) return false;
        places.add(place.with(place.untilNanos, true));
        return !place.nearly;
    }

    /**
     * Frees the place of a block.
     *
     * @return the place; null if the block was not promised
     */
    Place release(int from, long number) {
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            if (place.from == from && place.number == number) return places.remove(i);
        }
        return null;
    }

    /** Remembers a sender that found no free place. */
    void refuse(int from) {
        refused.remove((Integer) from);
        if (refused.size() == REFUSED_MAX) refused.poll();
        refused.add(from);
    }

    /**
     * Returns the members to notify of a free place. Each member is notified once.
     *
     * @param first member for which the place is reserved, if this member was refused before
     */
    List<Integer> invite(int first, long holdUntilNanos) {
        List<Integer> invited = new ArrayList<>();
        if (refused.remove((Integer) first)) {
            heldUntilNanos = holdUntilNanos;
            return List.of(first);
        }
        while (!refused.isEmpty() && invited.size() < INVITED_MAX) invited.add(refused.poll());
        return invited;
    }

    void retain(GossipPeers peers) {
        places.removeIf(place -> !peers.contains(place.from));
    }
}

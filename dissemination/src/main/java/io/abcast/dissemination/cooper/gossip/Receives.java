package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The places for blocks that were promised to this node. A place whose block does not come is free again after its time. */
final class Receives {
    /** More would find the place taken again. */
    private static final int INVITED_MAX = 2;

    private static final int REFUSED_MAX = 64;

    /** @param nearly little of its block is still to come: it is in nobody's way */
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

    /** @return whether there was room */
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

    /** The coefficients of what is promised of a batch, and may still come. */
    List<byte[]> coming(int batch, long nowNanos) {
        places.removeIf(place -> place.untilNanos <= nowNanos);
        List<byte[]> coming = new ArrayList<>();
        for (Place place : places) if (place.batch == batch) coming.add(place.coefficients);
        return coming;
    }

    /** Its bytes come. */
    void begun(int from, long number, long untilNanos) {
        Place place = release(from, number);
        if (place != null) places.add(place.with(untilNanos, place.nearly));
    }

    /** @return whether that is new: there is room for another */
    boolean nearly(int from, long number) {
        Place place = release(from, number);
        if (place == null) return false;
        places.add(place.with(place.untilNanos, true));
        return !place.nearly;
    }

    /** @return what had been promised, null for nothing */
    Place release(int from, long number) {
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            if (place.from == from && place.number == number) return places.remove(i);
        }
        return null;
    }

    /** Remembers who found no place. */
    void refuse(int from) {
        refused.remove((Integer) from);
        if (refused.size() == REFUSED_MAX) refused.poll();
        refused.add(from);
    }

    /**
     * Those to be told of a free place; each once.
     *
     * @param first if it was refused, the place is held for it alone
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

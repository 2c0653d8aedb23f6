package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.gossip.GossipMessage.Offer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The receive places (permissions to send one block each) that this node has given for offered blocks, and whose blocks
 * have not arrived yet. The reservation of a receive place ends when the block has arrived, or at a timeout.
 */
final class Receives {
    private static final int INVITED_MAX = 2;

    private static final int REFUSED_MAX = 64;

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

    List<byte[]> coming(int batch, long nowNanos) {
        places.removeIf(place -> place.untilNanos <= nowNanos);
        List<byte[]> coming = new ArrayList<>();
        for (Place place : places) if (place.batch == batch) coming.add(place.coefficients);
        return coming;
    }

    void begun(int from, long number, long untilNanos) {
        Place place = release(from, number);
        if (place != null) places.add(place.with(untilNanos, place.nearly));
    }

    boolean nearly(int from, long number) {
        Place place = release(from, number);
        if (place == null) return false;
        places.add(place.with(place.untilNanos, true));
        return !place.nearly;
    }

    /** @return the freed receive place; null if this node had reserved no receive place for the block */
    Place release(int from, long number) {
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            if (place.from == from && place.number == number) return places.remove(i);
        }
        return null;
    }

    void refuse(int from) {
        refused.remove((Integer) from);
        if (refused.size() == REFUSED_MAX) refused.poll();
        refused.add(from);
    }

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

package io.abcast.dissemination.cooper.gossip;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The places for blocks that were promised to this node. A place whose block does not come is free again after its time. */
final class Receives {
    /** More would find the place taken again. */
    private static final int INVITED_MAX = 2;

    private static final int REFUSED_MAX = 64;

    private record Place(int from, long number, long untilNanos) {}

    private final List<Place> places = new ArrayList<>();
    private final ArrayDeque<Integer> refused = new ArrayDeque<>();
    private final int max;
    private long heldUntilNanos;

    Receives(int max) {
        this.max = max;
    }

    /** @return whether there was room */
    boolean reserve(int from, long number, boolean first, long nowNanos, long untilNanos) {
        places.removeIf(place -> place.untilNanos <= nowNanos);
        int held = !first && nowNanos < heldUntilNanos ? 1 : 0;
        if (places.size() + held >= max) return false;
        if (first) heldUntilNanos = 0;
        places.add(new Place(from, number, untilNanos));
        return true;
    }

    /** Its bytes come. */
    void begun(int from, long number, long untilNanos) {
        if (places.removeIf(place -> place.from == from && place.number == number))
            places.add(new Place(from, number, untilNanos));
    }

    /** @return whether it had been promised */
    boolean release(int from, long number) {
        return places.removeIf(place -> place.from == from && place.number == number);
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

    void retain(Peers peers) {
        places.removeIf(place -> !peers.contains(place.from));
    }
}

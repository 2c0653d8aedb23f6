package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Assigns numbers to cells, which are parts of global states. A cell is the state of one member together with the
 * messages in flight to this member; a global state has one cell for each member. The events that are possible at a
 * member depend only on its cell.
 */
final class Cells {
    /**
     * An event at a member, and the cell to which the event leads.
     *
     * @param next number of the cell after the event; messages that the event sends are not in flight yet.
     * @param cost cost of the event, plus the cost of a repetition if the event is a repeated delivery.
     * @param keeps whether the delivered message stays in flight
     */
    record Transition(EventOutcome outcome, int next, int cost, boolean keeps) {}

    private record Cell(int local, int[] box, long high) {}

    private final LocalStates locals;
    private final Bounds bounds;
    private final boolean consumes;
    private final boolean repeats;
    private final boolean retains;
    private final List<Cell> all = new ArrayList<>();
    private final List<Transition[]> transitions = new ArrayList<>();
    private final LongIntMap numbers = new LongIntMap();
    private final LongIntMap added = new LongIntMap();
    private final Hash128 hash = new Hash128();

    /**
     * {@code retains} is true if a delivered message stays in flight unless a second delivery would change the member's
     * state.
     */
    Cells(LocalStates locals, Bounds bounds, boolean retains) {
        this.locals = locals;
        this.retains = retains;
        this.bounds = bounds;
        consumes = bounds.repeats() != Bounds.ANY;
        repeats = bounds.repeats() > 0;
    }

    int number(int local, int[] box) {
        hash.reset();
        hash.add(local);
        for (int message : box) hash.add(message);
        int found = numbers.get(hash.low);
        if (found != LongIntMap.NONE) {
            if (all.get(found).high != hash.high)
                throw new IllegalStateException("two cells with one hash");
            return found;
        }
        numbers.put(hash.low, all.size());
        all.add(new Cell(local, box, hash.high));
        transitions.add(null);
        return all.size() - 1;
    }

    int local(int cell) {
        return all.get(cell).local();
    }

    int[] box(int cell) {
        return all.get(cell).box();
    }

    int size() {
        return all.size();
    }

    /** Returns {@code cell} if an equal message is already in flight. */
    int with(int cell, int message) {
        long key = (long) cell << 32 | message;
        int known = added.get(key);
        if (known != LongIntMap.NONE) return known;
        int[] box = all.get(cell).box();
        int at = Arrays.binarySearch(box, message);
        int next = cell;
        if (at < 0) {
            int[] more = new int[box.length + 1];
            int place = -at - 1;
            System.arraycopy(box, 0, more, 0, place);
            more[place] = message;
            System.arraycopy(box, place, more, place + 1, box.length - place);
            next = number(all.get(cell).local(), more);
        }
        added.put(key, next);
        return next;
    }

    private static int[] without(int[] box, int at) {
        int[] less = new int[box.length - 1];
        System.arraycopy(box, 0, less, 0, at);
        System.arraycopy(box, at + 1, less, at, less.length - at);
        return less;
    }

    /** If a delivery does not change the member's state, the message stays in flight. */
    Transition[] transitions(int cell) {
        Transition[] known = transitions.get(cell);
        if (known != null) return known;
        List<Transition> found = new ArrayList<>();
        int local = all.get(cell).local();
        int[] box = all.get(cell).box();
        LocalState state = locals.get(local);
        if (state.broken == null) {
            for (int i = 0; i < box.length; i++) {
                EventOutcome outcome = locals.outcome(local, Events.of(Events.DELIVER, box[i]));
                boolean keeps = !consumes || (retains && isIdempotent(outcome));
                add(local, outcome, keeps ? box : without(box, i), Cost.FREE, keeps, found);
                if (repeats && !keeps) add(local, outcome, box, Cost.REPEAT, true, found);
            }
            if (state.stateWrites > 0) add(local, Events.of(Events.STATE_WRITTEN, 0), box, found);
            if (state.logWrites > 0) add(local, Events.of(Events.LOG_WRITTEN, 0), box, found);
            if (mayStillSubmit(state)) add(local, Events.of(Events.SUBMIT, 0), box, found);
            add(local, Events.pass(Events.RETRY, 0), box, found);
            add(local, Events.pass(Events.ELECTION, 0), box, found);
            for (EventOutcome crash : locals.get(local).crashes)
                found.add(new Transition(crash, number(crash.next(), box), crash.cost(), false));
        }
        Transition[] array = found.toArray(new Transition[0]);
        transitions.set(cell, array);
        return array;
    }

    /**
     * {@code event} must not be a crash or a repetition; {@code null} if the event is not possible or has no effect.
     */
    Transition transition(int cell, int event) {
        int local = all.get(cell).local();
        int[] box = all.get(cell).box();
        LocalState state = locals.get(local);
        switch (Events.kind(event)) {
            case Events.DELIVER -> {
                int at = Arrays.binarySearch(box, Events.about(event));
                if (at < 0) return null;
                EventOutcome outcome = locals.outcome(local, event);
                boolean keeps = !consumes || (retains && isIdempotent(outcome));
                int[] after = keeps ? box : without(box, at);
                return new Transition(
                        outcome, number(outcome.next(), after), outcome.cost(), keeps);
            }
            case Events.STATE_WRITTEN -> {
                if (state.stateWrites == 0) return null;
            }
            case Events.LOG_WRITTEN -> {
                if (state.logWrites == 0) return null;
            }
            case Events.SUBMIT -> {
                if (!mayStillSubmit(state)) return null;
            }
            default -> {}
        }
        EventOutcome outcome = locals.outcome(local, event);
        return new Transition(outcome, number(outcome.next(), box), outcome.cost(), false);
    }

    private boolean mayStillSubmit(LocalState state) {
        int submitted = 0;
        for (int each : state.submitted) submitted += each;
        int share = bounds.requests() / bounds.members();
        if (state.rank < bounds.requests() % bounds.members()) share++;
        return submitted < share;
    }

    private boolean isIdempotent(EventOutcome delivery) {
        int next = delivery.next();
        return locals.get(next).broken == null
                && locals.outcome(next, delivery.event()).next() == next;
    }

    private void add(int local, int event, int[] box, List<Transition> found) {
        add(local, locals.outcome(local, event), box, Cost.FREE, false, found);
    }

    private void add(
            int local,
            EventOutcome outcome,
            int[] box,
            int cost,
            boolean keeps,
            List<Transition> found) {
        boolean nothing = outcome.next() == local && outcome.sends().length == 0;
        if (!nothing)
            found.add(
                    new Transition(
                            outcome, number(outcome.next(), box), outcome.cost() + cost, keeps));
        for (EventOutcome crash : outcome.crashes())
            found.add(new Transition(crash, number(crash.next(), box), crash.cost() + cost, keeps));
    }
}

package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.List;

/** Plays one schedule, event by event, and checks every state of the schedule. */
final class Player {
    private final StateSpace space;
    private final int[] at;

    /** For each member, by rank: the messages in flight to the member. */
    private final List<List<Integer>> flying = new ArrayList<>();

    private int order = Sequences.EMPTY;
    private int claims = Claims.EMPTY;
    private final List<Integer> rumours = new ArrayList<>(List.of(LiarKnowledge.FIRST));
    private String broken;

    Player(StateSpace space, int[] first) {
        this.space = space;
        at = first.clone();
        for (int r = 0; r < at.length; r++) flying.add(new ArrayList<>());
    }

    int[] locals() {
        return at;
    }

    List<List<Integer>> flying() {
        return flying;
    }

    /**
     * Sets of facts that the lying member has known at some time, because a lie may arrive long after the lying member
     * sent it.
     */
    List<Integer> rumours() {
        return rumours;
    }

    /** {@code null} if the schedule violates no invariant. */
    String broken() {
        return broken;
    }

    /** {@code null} if the event is not possible now, so that it has no effect. */
    EventOutcome play(Step step) {
        int local = at[step.rank()];
        int event = step.event();
        int kind = Events.kind(event);
        LocalState state = space.locals.get(local);
        if (state.broken != null) return null;
        if (kind == Events.STATE_WRITTEN && state.stateWrites == 0) return null;
        if (kind == Events.LOG_WRITTEN && state.logWrites == 0) return null;
        int delivered = event;
        if (kind == Events.CRASH) delivered = space.events.crash(event).during();
        boolean message = delivered != Events.NONE && Events.kind(delivered) == Events.DELIVER;
        List<Integer> box = flying.get(step.rank());
        if (message && !box.contains(Events.about(delivered)) && !isLie(Events.about(delivered)))
            return null;
        if (kind == Events.CRASH && !canCrash(local, delivered)) return null;
        EventOutcome outcome =
                kind == Events.CRASH
                        ? space.locals.crash(local, event)
                        : space.locals.outcome(local, event);
        if (outcome == null) return null;
        if (message && !step.repeat()) box.remove((Integer) Events.about(delivered));
        at[step.rank()] = outcome.next();
        for (int sent : outcome.sends()) send(sent);
        if (step.rank() != space.liar) check(outcome);
        return outcome;
    }

    private boolean isLie(int message) {
        if (space.liar < 0 || space.messages.get(message).from() != space.liar) return false;
        for (int set : rumours) if (space.rumours.canSend(set, message)) return true;
        return false;
    }

    private boolean canCrash(int local, int during) {
        LocalState state = space.locals.get(local);
        if (during == Events.NONE) return true;
        return (Events.kind(during) != Events.STATE_WRITTEN || state.stateWrites > 0)
                && (Events.kind(during) != Events.LOG_WRITTEN || state.logWrites > 0);
    }

    private void send(int message) {
        int from = space.messages.get(message).from();
        int heard = space.rumours.with(rumours.get(rumours.size() - 1), message);
        if (heard != rumours.get(rumours.size() - 1)) rumours.add(heard);
        int more = from == space.liar ? claims : space.claims.with(claims, message);
        if (more == Claims.CONFLICT) fail("OneValue: " + space.claims.conflict(claims, message));
        else claims = more;
        Messages.Sent sent = space.messages.get(message);
        if (sent.slot() > space.bounds.slots()) return;
        List<Integer> box = flying.get(sent.to());
        box.add(message);
    }

    private void check(EventOutcome outcome) {
        LocalState local = space.locals.get(outcome.next());
        if (local.broken != null) fail(local.broken);
        int merged = space.merged(order, Math.max(outcome.peak(), 0));
        if (merged < 0) {
            fail(space.disagreement(local.rank, outcome.peak(), order));
            return;
        }
        if (merged != order) {
            String invalid = space.invalid(merged, order, at);
            if (invalid != null) fail("Validity: " + invalid);
        }
        order = merged;
    }

    private void fail(String what) {
        if (broken == null) broken = what;
    }

    /** Does nothing if the schedule has already violated an invariant. */
    void heal(StateSpace.Fair.Observer observer) {
        if (broken != null) return;
        Healer healer = new Healer(space);
        healer.observe(observer);
        broken = healer.heal(at, order, claims);
    }
}

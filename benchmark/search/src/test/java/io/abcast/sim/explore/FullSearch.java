package io.abcast.sim.explore;

import io.abcast.sim.explore.Cells.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Searches every schedule within bounds, depth first and without a reduction, as a reference to compare {@link
 * BlockSearch} with.
 */
final class FullSearch {
    private static final int LOOK_EVERY = 4_096;

    private final StateSpace space;
    private final Cells cells;
    private final Healer healer;
    private final BooleanSupplier stop;
    private final int n;
    private final int words;
    private final Visited visited = new Visited();
    private final Hash128 hash = new Hash128();
    private final Map<String, FoundViolation> found = new LinkedHashMap<>();

    private int[] states;
    private int[] ranks;
    private int[] nexts;
    private Transition[] taken;

    private long transitions;
    private int deepest;
    private String incomplete;

    FullSearch(StateSpace space, Cells cells, BooleanSupplier stop) {
        this.space = space;
        this.cells = cells;
        this.stop = stop;
        healer = new Healer(space);
        n = space.size();
        words = n + 3;
        int places = 256;
        states = new int[places * words];
        ranks = new int[places];
        nexts = new int[places];
        taken = new Transition[places];
    }

    long states() {
        return visited.size();
    }

    long transitions() {
        return transitions;
    }

    int deepest() {
        return deepest;
    }

    Healer healer() {
        return healer;
    }

    String incomplete() {
        return incomplete;
    }

    Map<String, FoundViolation> found() {
        return found;
    }

    void run(int[] first) {
        for (int r = 0; r < n; r++) states[r] = cells.number(first[r], new int[0]);
        states[n] = Sequences.EMPTY;
        states[n + 1] = Claims.EMPTY;
        states[n + 2] = Cost.all(space.bounds);
        isNew(0);
        healer.heal(first, Sequences.EMPTY, Claims.EMPTY);
        int depth = 0;
        ranks[0] = 0;
        nexts[0] = 0;
        while (depth >= 0 && incomplete == null) {
            if (ranks[depth] == n) {
                depth--;
                continue;
            }
            Transition[] here = cells.transitions(states[depth * words + ranks[depth]]);
            if (nexts[depth] == here.length) {
                ranks[depth]++;
                nexts[depth] = 0;
                continue;
            }
            Transition transition = here[nexts[depth]++];
            if (!Cost.covers(states[depth * words + n + 2], transition.cost())) continue;
            if (depth + 1 == taken.length) grow();
            taken[depth] = transition;
            if (!take(depth, transition)) continue;
            transitions++;
            if (!isNew((depth + 1) * words)) continue;
            if (violates(depth + 1)) continue;
            if (depth + 1 == space.bounds.depth()) {
                incomplete = "depth " + space.bounds.depth();
                return;
            }
            depth++;
            deepest = Math.max(deepest, depth);
            ranks[depth] = 0;
            nexts[depth] = 0;
            look();
        }
    }

    private void look() {
        if (visited.size() % LOOK_EVERY != 0) return;
        if (stop.getAsBoolean()) incomplete = "stopped";
        else if (visited.bytes() > space.bounds.memoryBytes()) incomplete = "memory";
    }

    private void grow() {
        int places = 2 * taken.length;
        states = Arrays.copyOf(states, places * words);
        ranks = Arrays.copyOf(ranks, places);
        nexts = Arrays.copyOf(nexts, places);
        taken = Arrays.copyOf(taken, places);
    }

    private boolean take(int depth, Transition transition) {
        int from = depth * words;
        int to = from + words;
        System.arraycopy(states, from, states, to, words);
        int rank = ranks[depth];
        EventOutcome outcome = transition.outcome();
        boolean differs = outcome.next() != cells.local(states[from + rank]);
        states[to + rank] = transition.next();
        states[to + n + 2] -= transition.cost();
        for (int message : outcome.sends()) {
            Messages.Sent sent = space.messages.get(message);
            if (sent.slot() > space.bounds.slots()) continue;
            int receiver = sent.to();
            int cell = cells.with(states[to + receiver], message);
            differs |= cell != states[to + receiver];
            states[to + receiver] = cell;
        }
        return differs;
    }

    private boolean isNew(int at) {
        hash.reset();
        for (int i = 0; i < words; i++) hash.add(states[at + i]);
        return visited.add(hash.low, hash.high);
    }

    private boolean violates(int depth) {
        int at = depth * words;
        int rank = ranks[depth - 1];
        EventOutcome outcome = taken[depth - 1].outcome();
        LocalState local = space.locals.get(outcome.next());
        if (local.broken != null) return violated(local.broken, depth);
        int order = states[at + n];
        int merged = space.merged(order, outcome.peak());
        if (merged < 0) return violated(space.disagreement(rank, outcome.peak(), order), depth);
        int[] localsNow = locals(at);
        if (merged != order) {
            String invalid = space.invalid(merged, order, localsNow);
            if (invalid != null) return violated("Validity: " + invalid, depth);
        }
        int claims = states[at + n + 1];
        for (int message : outcome.sends()) {
            int more = space.claims.with(claims, message);
            if (more == Claims.CONFLICT)
                return violated("OneValue: " + space.claims.conflict(claims, message), depth);
            claims = more;
        }
        states[at + n] = merged;
        states[at + n + 1] = claims;
        // The delivered history and the claims are parts of the global state, so a change of either
        // is a change of the state.
        if ((merged != order || claims != states[at - words + n + 1]) && !isNew(at)) return true;
        String unhealed = healer.heal(localsNow, merged, claims);
        return unhealed != null && violated(unhealed, depth);
    }

    private int[] locals(int at) {
        int[] locals = new int[n];
        for (int r = 0; r < n; r++) locals[r] = cells.local(states[at + r]);
        return locals;
    }

    private boolean violated(String what, int depth) {
        List<Step> steps = new ArrayList<>();
        for (int d = 0; d < depth; d++) {
            Transition transition = taken[d];
            steps.add(new Step(ranks[d], transition.outcome().event(), transition.keeps()));
        }
        FoundViolation violation = new FoundViolation(what, steps);
        found.putIfAbsent(violation.invariant(), violation);
        return true;
    }
}

package io.abcast.sim.explore;

import io.abcast.sim.explore.Blocks.Block;
import io.abcast.sim.explore.Blocks.Member;
import io.abcast.sim.explore.Blocks.Tail;
import io.abcast.sim.explore.Cells.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Searches every schedule within bounds, breadth first; one step is a block of events of one member ({@link Blocks}).
 * The search leaves out states that another state covers ({@link Antichain}).
 */
final class BlockSearch implements Search {
    private static final int LOOK_EVERY = 256;

    private static final int RANK_BITS = 6;

    private final StateSpace space;
    private final Cells cells;
    private final Blocks blocks;
    private final Healer healer;
    private final BooleanSupplier stop;
    private final int n;
    private final int words;
    private final Antichain visited;
    private final Visited endings = new Visited();
    private final Hash128 hash = new Hash128();
    private final Map<String, FoundViolation> found = new LinkedHashMap<>();

    private final int[] now;
    private final int[] then;
    private int[] begin;
    private int place;
    private long transitions;
    private int level;
    private String incomplete;

    BlockSearch(StateSpace space, BooleanSupplier stop) {
        this.space = space;
        this.stop = stop;
        cells = new Cells(space.locals, space.bounds, true);
        blocks = new Blocks(space, cells);
        healer = new Healer(space);
        n = space.size();
        words = n + 3;
        visited = new Antichain(cells, n, words);
        now = new int[words];
        then = new int[words];
    }

    Antichain visited() {
        return visited;
    }

    @Override
    public long transitions() {
        return transitions;
    }

    /** Number of blocks of events in the longest schedule found so far. */
    @Override
    public int deepest() {
        return level;
    }

    @Override
    public long looked() {
        return place;
    }

    @Override
    public int waiting() {
        return visited.places() - place;
    }

    Healer healer() {
        return healer;
    }

    Blocks blocks() {
        return blocks;
    }

    Cells cells() {
        return cells;
    }

    @Override
    public String incomplete() {
        return incomplete;
    }

    @Override
    public Map<String, FoundViolation> found() {
        return found;
    }

    @Override
    public void run(int[] first) {
        for (int r = 0; r < n; r++) then[r] = cells.number(first[r], new int[0]);
        then[n] = Sequences.EMPTY;
        then[n + 1] = Claims.EMPTY;
        then[n + 2] = Cost.all(space.bounds);
        begin = then.clone();
        echo(then, null);
        isNew(-1, 0);
        int levelEnd = 1;
        for (place = 0; place < visited.places() && incomplete == null; place++) {
            if (place == levelEnd) {
                levelEnd = visited.places();
                if (++level == space.bounds.depth()) incomplete = "depth " + level;
            }
            if (place % LOOK_EVERY == 0) look();
            if (incomplete == null && visited.get(place, now, 0) && !ends()) expand();
        }
    }

    private void expand() {
        for (int rank = 0; rank < n; rank++) {
            Block[] here = blocks.at(now[rank]).blocks;
            for (int i = 0; i < here.length; i++) {
                if (!Cost.covers(now[n + 2], here[i].cost())) continue;
                if (!take(rank, here[i])) continue;
                transitions++;
                isNew(place, i << RANK_BITS | rank);
            }
        }
    }

    private void look() {
        if (stop.getAsBoolean()) incomplete = "stopped";
        else if (visited.bytes() + endings.bytes() > space.bounds.memoryBytes())
            incomplete = "memory";
    }

    /**
     * Delivers every message whose delivery only puts more messages in flight; this excludes no schedule, because any
     * message may be lost.
     *
     * @param steps list to which the deliveries are added, if not {@code null}
     * @return description of a violated invariant; {@code null} if no delivery violates an invariant
     */
    private String echo(int[] state, List<Step> steps) {
        for (boolean more = true; more; ) {
            more = false;
            for (int rank = 0; rank < n; rank++) {
                int local = cells.local(state[rank]);
                for (int event : blocks.echoes(state[rank])) {
                    boolean adds = false;
                    for (int message : space.locals.outcome(local, event).sends()) {
                        int claims = space.claims.with(state[n + 1], message);
                        if (claims == Claims.CONFLICT)
                            return "OneValue: " + space.claims.conflict(state[n + 1], message);
                        adds |= claims != state[n + 1];
                        state[n + 1] = claims;
                        adds |= send(state, message);
                    }
                    more |= adds;
                    if (adds && steps != null) steps.add(new Step(rank, event, true));
                }
            }
        }
        return null;
    }

    /** Returns whether no equal message was in flight on the same link before. */
    private boolean send(int[] state, int message) {
        Messages.Sent sent = space.messages.get(message);
        if (sent.slot() > space.bounds.slots()) return false;
        int cell = state[sent.to()];
        state[sent.to()] = cells.with(cell, message);
        return cell != state[sent.to()];
    }

    /**
     * Returns whether the new state violates no invariant, and differs from the present state in more than delivered
     * messages.
     */
    private boolean take(int rank, Block block) {
        System.arraycopy(now, 0, then, 0, words);
        boolean differs = cells.local(block.next()) != cells.local(now[rank]);
        then[rank] = block.next();
        then[n + 2] -= block.cost();
        int claims = then[n + 1];
        for (int message : block.sends()) {
            int more = space.claims.with(claims, message);
            if (more == Claims.CONFLICT) {
                violated("OneValue: " + space.claims.conflict(claims, message), rank, block, null);
                return false;
            }
            claims = more;
            differs |= send(then, message);
        }
        then[n + 1] = claims;
        int merged = space.merged(then[n], block.peak());
        if (merged < 0) {
            violated(space.disagreement(rank, block.peak(), then[n]), rank, block, null);
            return false;
        }
        if (merged != then[n]) {
            int[] locals = new int[n];
            for (int r = 0; r < n; r++) locals[r] = cells.local(then[r]);
            String invalid = space.invalid(merged, then[n], locals);
            if (invalid != null) {
                violated("Validity: " + invalid, rank, block, null);
                return false;
            }
        }
        then[n] = merged;
        LocalState local = space.locals.get(cells.local(block.next()));
        if (local.broken != null) {
            violated(local.broken, rank, block, null);
            return false;
        }
        if (!differs) return false;
        String broken = echo(then, null);
        if (broken != null) violated(broken, rank, block, null);
        return broken == null;
    }

    private void isNew(int from, int how) {
        hash.reset();
        for (int r = 0; r < n; r++) hash.add(cells.local(then[r]));
        for (int i = n; i < words - 1; i++) hash.add(then[i]);
        visited.add(then, 0, hash.low, hash.high, from, how);
    }

    private boolean ends() {
        Member[] ends = new Member[n];
        hash.reset();
        for (int r = 0; r < n; r++) {
            ends[r] = blocks.at(now[r]);
            hash.add(ends[r].tailsNumber);
            if (ends[r].broken == null) continue;
            if (!Cost.covers(now[n + 2], ends[r].entries.get(ends[r].brokenEntry).cost())) continue;
            Tail[] tails = new Tail[n];
            tails[r] = new Tail(0, 0, 0, ends[r].brokenEntry);
            return violated(ends[r].broken, -1, null, tails);
        }
        for (int i = n; i < words; i++) hash.add(now[i]);
        if (!endings.add(hash.low, hash.high)) return false;
        return ends(ends, 0, now[n + 2], now[n], new Tail[n]);
    }

    private boolean ends(Member[] ends, int rank, int left, int order, Tail[] chosen) {
        if (rank == n) {
            int[] settled = new int[n];
            for (int r = 0; r < n; r++) settled[r] = chosen[r].settled();
            if (order != now[n]) {
                String invalid = space.invalid(order, now[n], settled);
                if (invalid != null) return violated("Validity: " + invalid, -1, null, chosen);
            }
            String unhealed = healer.heal(settled, order, now[n + 1]);
            return unhealed != null && violated(unhealed, -1, null, chosen);
        }
        for (Tail tail : ends[rank].tails) {
            if (!Cost.covers(left, tail.cost())) continue;
            chosen[rank] = tail;
            int merged = space.merged(order, tail.peak());
            if (merged < 0) {
                Tail[] some = new Tail[n];
                System.arraycopy(chosen, 0, some, 0, rank + 1);
                return violated(space.disagreement(rank, tail.peak(), order), -1, null, some);
            }
            if (ends(ends, rank + 1, left - tail.cost(), merged, chosen)) return true;
        }
        return false;
    }

    /**
     * Always returns true; {@code block} is null if final events without messages ({@code tails}) follow the present
     * state.
     */
    private boolean violated(String what, int rank, Block block, Tail[] tails) {
        String invariant = what.substring(0, what.indexOf(':'));
        if (found.containsKey(invariant)) return true;
        List<Step> steps = new ArrayList<>();
        List<Integer> path = new ArrayList<>();
        for (int at = place; at > 0; at = visited.from(at)) path.add(0, at);
        int[] state = begin.clone();
        echo(state, steps);
        for (int at : path) {
            int moved = visited.how(at) & (1 << RANK_BITS) - 1;
            add(steps, state, moved, blocks.at(state[moved]).blocks[visited.how(at) >> RANK_BITS]);
        }
        if (block != null) add(steps, state, rank, block);
        for (int r = 0; tails != null && r < n; r++) {
            if (tails[r] == null) continue;
            for (Transition each : blocks.path(blocks.at(now[r]), tails[r].entry()))
                steps.add(step(r, each));
        }
        found.put(invariant, new FoundViolation(what, steps));
        return true;
    }

    private void add(List<Step> steps, int[] state, int moved, Block block) {
        Member member = blocks.at(state[moved]);
        for (Transition each : blocks.path(member, block.entry())) steps.add(step(moved, each));
        steps.add(step(moved, block.last()));
        state[moved] = block.next();
        for (int message : block.sends()) send(state, message);
        echo(state, steps);
    }

    private static Step step(int rank, Transition transition) {
        return new Step(rank, transition.outcome().event(), transition.keeps());
    }
}

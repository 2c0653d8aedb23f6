package io.abcast.sim.explore;

import io.abcast.sim.explore.Cells.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Runs random schedules of events within bounds. Unlike a breadth-first search, random schedules quickly reach late
 * states.
 *
 * <p>A walk is one random continuation of a schedule. A walk begins at a place, a class of similar global states, that
 * an earlier walk has reached. States are in one place if their members have equal outlines
 * ({@link LocalState#outline}), and if claims and unused bounds are equal. The search keeps fine places, which
 * distinguish the members, and coarse places, which ignore permutations of the members. Walks begin preferably at
 * places at which few walks have begun (Ecoffet et al., 2021, "First return, then explore"). Equal seeds of the search
 * give equal schedules.
 */
final class WalkSearch implements Search {
    private static final int STEPS = 24;

    private static final int PLACES_MAX = 1 << 20;

    /**
     * Number of places that are drawn for each walk; the walk begins at the place at which the fewest walks have begun.
     */
    private static final int CANDIDATES = 4;

    private static final int FINE_EVERY = 4;

    private static final int LOOK_EVERY = 64;

    /**
     * Relative probabilities: the next step is a step of a given link or disk with a probability proportional to its
     * speed.
     */
    private static final double[] SPEEDS = {0, 0, 0.1, 1, 1, 1};

    private static final double SUBMIT_SPEED = 0.3;

    private static final double[] RARE_SPEEDS = {0, 0, 0, 0.05, 0.3};

    private record Point(
            Point before,
            int rank,
            Transition by,
            int[] cells,
            int order,
            int claims,
            int left,
            int depth) {}

    private static final class Place {
        Point shortest;
        int walks;
    }

    private final class Places {
        private final Map<Long, Place> byOutline = new HashMap<>();
        private final List<Place> all = new ArrayList<>();

        /** Returns whether no earlier point had this place (class of similar states). */
        boolean keep(long outline, Point point) {
            Place place = byOutline.get(outline);
            if (place == null && all.size() < PLACES_MAX) {
                place = new Place();
                place.shortest = point;
                byOutline.put(outline, place);
                all.add(place);
                return true;
            }
            if (place != null && point.depth() < place.shortest.depth()) place.shortest = point;
            return false;
        }

        Point choose() {
            Place chosen = null;
            for (int i = 0; i < CANDIDATES; i++) {
                Place place = all.get(random.nextInt(all.size()));
                if (chosen == null || place.walks < chosen.walks) chosen = place;
            }
            chosen.walks++;
            return chosen.shortest;
        }
    }

    private final StateSpace space;
    private final long walks;
    private final BooleanSupplier stop;
    private final Healer healer;
    private final SplittableRandom random;
    private final int n;
    private final Map<String, FoundViolation> found = new LinkedHashMap<>();
    private Places fine;
    private Places coarse;
    private final Hash128 hash = new Hash128();
    private final double[][] links;
    private final double[] disks;
    private double timeSpeed;
    private double crashSpeed;

    private long walked;
    private long transitions;
    private int deepest;
    private boolean stopped;

    WalkSearch(StateSpace space, long walks, long seed, BooleanSupplier stop) {
        this.space = space;
        this.walks = walks;
        this.stop = stop;
        healer = new Healer(space);
        random = new SplittableRandom(seed);
        n = space.size();
        links = new double[n][n];
        disks = new double[n];
    }

    @Override
    public long looked() {
        return walked;
    }

    @Override
    public int waiting() {
        return (int) Math.min(Integer.MAX_VALUE, walks - walked);
    }

    @Override
    public long transitions() {
        return transitions;
    }

    @Override
    public int deepest() {
        return deepest;
    }

    @Override
    public String incomplete() {
        return stopped ? "stopped" : "random schedules";
    }

    @Override
    public Map<String, FoundViolation> found() {
        return found;
    }

    @Override
    public void run(int[] first) {
        int[] cells = new int[n];
        for (int r = 0; r < n; r++) cells[r] = space.cells.number(first[r], new int[0]);
        // The first walks have lower bounds, so that the search finds violations early that need
        // few crashes and ballots.
        int rounds = Math.max(1, space.bounds.campaigns()) * (space.bounds.crashes() + 1);
        for (int round = 0; round < rounds && !stopped; round++) {
            int campaigns =
                    Math.min(space.bounds.campaigns(), 1 + round / (space.bounds.crashes() + 1));
            fine = new Places();
            coarse = new Places();
            keep(begin(cells, campaigns, round % (space.bounds.crashes() + 1)));
            long until = walks * (round + 1) / rounds;
            for (; walked < until && !stopped; walked++) {
                if (walked % LOOK_EVERY == 0) stopped = stop.getAsBoolean();
                walk((random.nextInt(FINE_EVERY) == 0 ? fine : coarse).choose());
            }
        }
    }

    private Point begin(int[] cells, int campaigns, int crashes) {
        int unused = (space.bounds.campaigns() - campaigns) * Cost.CAMPAIGN;
        unused += (space.bounds.crashes() - crashes) * Cost.CRASH;
        int left = Cost.all(space.bounds) - unused;
        return new Point(null, 0, null, cells, Sequences.EMPTY, Claims.EMPTY, left, 0);
    }

    private void walk(Point from) {
        for (int r = 0; r < n; r++) {
            disks[r] = SPEEDS[random.nextInt(SPEEDS.length)];
            for (int to = 0; to < n; to++) links[r][to] = SPEEDS[random.nextInt(SPEEDS.length)];
        }
        timeSpeed = RARE_SPEEDS[random.nextInt(RARE_SPEEDS.length)];
        crashSpeed = RARE_SPEEDS[random.nextInt(RARE_SPEEDS.length)];
        Point at = from;
        for (int step = 0; step < STEPS && at != null; step++) {
            at = next(at);
            if (at == null || !keep(at)) continue;
            String unhealed = healer.heal(locals(at), at.order(), at.claims());
            if (unhealed == null) continue;
            violated(unhealed, at);
            return;
        }
    }

    private boolean keep(Point point) {
        deepest = Math.max(deepest, point.depth());
        int[] outlines = new int[n];
        for (int r = 0; r < n; r++)
            outlines[r] = space.locals.get(space.cells.local(point.cells()[r])).outline;
        hash.reset();
        for (int outline : outlines) hash.add(outline);
        hash.add(point.claims());
        hash.add(point.left());
        boolean isNew = fine.keep(hash.low, point);
        // The sorted order makes states that differ only by a permutation of members fall into one
        // coarse place.
        Arrays.sort(outlines);
        hash.reset();
        for (int outline : outlines) hash.add(outline);
        hash.add(space.claims.size(point.claims()));
        hash.add(point.left());
        return coarse.keep(hash.low, point) || isNew;
    }

    /** {@code null} if no step is possible or the drawn step violates an invariant. */
    private Point next(Point at) {
        double total = 0;
        int chosenRank = 0;
        Transition chosen = null;
        for (int rank = 0; rank < n; rank++) {
            Transition[] here = space.cells.transitions(at.cells()[rank]);
            double crash = crashSpeed / Math.max(1, crashes(here));
            for (Transition each : here) {
                if (!Cost.covers(at.left(), each.cost())) continue;
                double speed = speed(rank, each.outcome().event(), crash);
                if (speed == 0) continue;
                total += speed;
                // Reservoir sampling: the probability of each step is proportional to its speed.
                if (random.nextDouble() * total >= speed) continue;
                chosen = each;
                chosenRank = rank;
            }
        }
        return chosen == null ? null : take(at, chosenRank, chosen);
    }

    private static int crashes(Transition[] next) {
        int count = 0;
        for (Transition each : next)
            if (Events.kind(each.outcome().event()) == Events.CRASH) count++;
        return count;
    }

    private double speed(int rank, int event, double crash) {
        return switch (Events.kind(event)) {
            case Events.DELIVER -> links[space.messages.get(Events.about(event)).from()][rank];
            case Events.STATE_WRITTEN, Events.LOG_WRITTEN -> disks[rank];
            case Events.SUBMIT -> SUBMIT_SPEED;
            case Events.PASS -> timeSpeed;
            default -> crash;
        };
    }

    private Point take(Point at, int rank, Transition transition) {
        transitions++;
        EventOutcome outcome = transition.outcome();
        int[] cells = at.cells().clone();
        cells[rank] = transition.next();
        int claims = at.claims();
        String violated = space.locals.get(outcome.next()).broken;
        for (int message : outcome.sends()) {
            int more = space.claims.with(claims, message);
            if (more == Claims.CONFLICT) {
                violated = "OneValue: " + space.claims.conflict(claims, message);
                break;
            }
            claims = more;
            Messages.Sent sent = space.messages.get(message);
            if (sent.slot() > space.bounds.slots()) continue;
            cells[sent.to()] = space.cells.with(cells[sent.to()], message);
        }
        int order = space.merged(at.order(), outcome.peak());
        int left = at.left() - transition.cost();
        Point next = new Point(at, rank, transition, cells, order, claims, left, at.depth() + 1);
        if (order < 0) violated = space.disagreement(rank, outcome.peak(), at.order());
        else if (order != at.order()) {
            String invalid = space.invalid(order, at.order(), locals(next));
            if (invalid != null) violated = "Validity: " + invalid;
        }
        if (violated == null) return next;
        violated(violated, next);
        return null;
    }

    private int[] locals(Point point) {
        int[] at = new int[n];
        for (int r = 0; r < n; r++) at[r] = space.cells.local(point.cells()[r]);
        return at;
    }

    private void violated(String what, Point last) {
        List<Step> steps = new ArrayList<>();
        for (Point at = last; at.before() != null; at = at.before())
            steps.add(0, new Step(at.rank(), at.by().outcome().event(), at.by().keeps()));
        FoundViolation violation = new FoundViolation(what, steps);
        found.putIfAbsent(violation.invariant(), violation);
    }
}

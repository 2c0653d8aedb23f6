package io.abcast.sim.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Searches every schedule with a bounded number of deviations from a default schedule: delay-bounded scheduling (Emmi,
 * Qadeer and Rakamaric 2011).
 *
 * <p>The default schedule completes writes at once and delivers the oldest message first. When no message is in flight,
 * the retry interval passes at one member after another, and clients submit requests one after another. A deviation is
 * a single event that the default schedule does not have at the same point.
 *
 * <p>Three reductions keep the number of searched schedules small. First, the search tries most deviations at a member
 * only when this member is next in the default schedule. Second, the search tries the cut of a link only when the cut
 * drops a message. Third, the search expands states with more remaining deviations first, and does not expand a state
 * again with fewer remaining deviations.
 *
 * <p>While deviations remain, the search heals every state: it ends all faults and checks that the members make
 * progress ({@link Healer}). After the last deviation, the search heals only the state directly after the deviation,
 * and the last state of the schedule.
 */
class DeviationSearch implements Search {
    private static final int LOOK_EVERY = 64;

    /**
     * Number of rounds after which a schedule ends; in each round, every member's retry interval passes once. All
     * rounds of the default schedule together take at least four election timeouts of virtual time.
     */
    private static final int ROUNDS_MAX = 24;

    private static final int SUBMIT_ROUND = 4;

    private static final int SUBMIT_EVERY = 3;

    /** A point does not change any more after the search has added the next point of the schedule. */
    static final class Point implements Cloneable {
        Point parent;
        Step step;
        int[] at;
        int[] queue;
        int order;
        int claims;

        int rumours;

        int left;
        int deviations;
        int turn;
        int submitted;
        long cutMembers;
        long cutLinks;
        long heldDisks;
        int depth;

        Point next(Step by) {
            try {
                Point next = (Point) clone();
                next.parent = this;
                next.step = by;
                next.at = at.clone();
                next.depth++;
                return next;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    final StateSpace space;
    private final Healer healer;
    private final BooleanSupplier stop;
    final int n;
    private final int rounds;
    private final int submitRound;

    /** Hashes of visited states with remaining deviations; the hashes include the lying member's knowledge. */
    private final Visited visited = new Visited();

    private final Visited seen = new Visited();

    private final Hash128 hash = new Hash128();
    private final ArrayDeque<Point> todo = new ArrayDeque<>();

    private final List<Point> layer = new ArrayList<>();

    private final List<Point> below = new ArrayList<>();

    private int present;

    private int tried;

    private final Map<String, FoundViolation> found = new LinkedHashMap<>();
    private long transitions;
    private int deepest;
    private long looks;
    private String incomplete;

    DeviationSearch(StateSpace space, BooleanSupplier stop) {
        this(space, stop, ROUNDS_MAX, SUBMIT_ROUND);
    }

    DeviationSearch(StateSpace space, BooleanSupplier stop, int rounds, int submitRound) {
        this.space = space;
        this.stop = stop;
        this.rounds = rounds;
        this.submitRound = submitRound;
        healer = new Healer(space);
        n = space.size();
    }

    @Override
    public long looked() {
        return seen.size();
    }

    @Override
    public int waiting() {
        return todo.size() + layer.size() - tried + below.size();
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
        return incomplete;
    }

    @Override
    public Map<String, FoundViolation> found() {
        return found;
    }

    @Override
    public void run(int[] first) {
        Point begin = begin(first);
        present = begin.deviations;
        reach(begin, true);
        while (incomplete == null) {
            drain();
            for (int i = 0; i < layer.size() && incomplete == null; i++) {
                Point point = layer.set(i, null);
                tried = i;
                Step planned = planned(point);
                if (planned != null) deviate(point, planned);
                else for (int r = 0; r < n; r++) local(point, r, Events.NONE);
                drain();
            }
            layer.clear();
            tried = 0;
            if (below.isEmpty()) return;
            present--;
            todo.addAll(below);
            below.clear();
        }
    }

    private void drain() {
        while (!todo.isEmpty() && incomplete == null) {
            Point point = todo.removeLast();
            if (!isWithinLimits(point)) return;
            if (point.deviations > 0) layer.add(point);
            Step planned = planned(point);
            if (planned != null) follow(point, planned);
            else if (point.deviations == 0) mustHeal(point);
        }
    }

    private Point begin(int[] first) {
        Point begin = new Point();
        begin.at = first.clone();
        begin.queue = new int[0];
        begin.left = Cost.all(space.bounds);
        begin.deviations = space.bounds.deviations();
        begin.rumours = LiarKnowledge.FIRST;
        return begin;
    }

    private boolean isWithinLimits(Point point) {
        deepest = Math.max(deepest, point.depth);
        if (point.depth >= space.bounds.depth()) incomplete = "depth " + point.depth;
        else if (++looks % LOOK_EVERY != 0) return true;
        else if (stop.getAsBoolean()) incomplete = "stopped";
        else if (visited.bytes() + seen.bytes() > space.bounds.memoryBytes()) incomplete = "memory";
        return incomplete == null;
    }

    private void follow(Point p, Step planned) {
        boolean passes = Events.kind(planned.event()) == Events.PASS;
        EventOutcome outcome = space.locals.outcome(p.at[planned.rank()], planned.event());
        Point next = happen(p, planned.rank(), outcome, -1, passes);
        if (next == null) return;
        if (passes) next.turn++;
        reach(next, false);
    }

    /** {@code null} at the end of the default schedule. */
    private Step planned(Point p) {
        int writer = writer(p);
        if (writer >= 0) {
            boolean state = space.locals.get(p.at[writer]).stateWrites > 0;
            int kind = state ? Events.STATE_WRITTEN : Events.LOG_WRITTEN;
            return new Step(writer, Events.of(kind, 0), false);
        }
        if (p.queue.length > 0) {
            int rank = space.messages.get(p.queue[0]).to();
            return new Step(rank, Events.of(Events.DELIVER, p.queue[0]), false);
        }
        if (p.turn >= rounds * n) return null;
        boolean submits =
                p.turn % n == 0
                        && p.submitted < space.bounds.requests()
                        && p.turn / n >= submitRound + SUBMIT_EVERY * p.submitted;
        if (submits) return new Step(p.submitted % n, Events.of(Events.SUBMIT, 0), false);
        return new Step(p.turn % n, Events.pass(Events.RETRY, 0), false);
    }

    /**
     * The lowest rank of a member that has a pending write and whose disk is not held; -1 if no member meets these
     * conditions.
     */
    private int writer(Point p) {
        for (int r = 0; r < n; r++) {
            LocalState local = space.locals.get(p.at[r]);
            if ((p.heldDisks >> r & 1) == 0
                    && local.broken == null
                    && (local.stateWrites > 0 || local.logWrites > 0)) return r;
        }
        return -1;
    }

    private void deviate(Point p, Step planned) {
        int rank = planned.rank();
        int event = planned.event();
        if (Events.kind(event) == Events.DELIVER) {
            Point lost = p.next(null);
            lost.queue = without(p.queue, 0);
            deviated(lost);
            if (p.queue.length > 1) {
                Point late = p.next(null);
                late.queue = with(without(p.queue, 0), p.queue[0]);
                deviated(late);
            }
        }
        boolean delivers = Events.kind(event) == Events.DELIVER;
        for (int i = delivers ? 1 : 0; i < p.queue.length; i++) {
            boolean toIt = space.messages.get(p.queue[i]).to() == rank;
            if (toIt && first(p.queue, i))
                deviation(p, rank, Events.of(Events.DELIVER, p.queue[i]), i);
        }
        if (Events.kind(event) == Events.STATE_WRITTEN
                || Events.kind(event) == Events.LOG_WRITTEN
                || (p.heldDisks >> rank & 1) != 0) toggle(p, 0, 0, 1L << rank);
        EventOutcome outcome = space.locals.outcome(p.at[rank], event);
        cuts(p, rank, outcome.sends());
        local(p, rank, event);
        crashes(p, rank, event);
    }

    private void cuts(Point p, int rank, int[] sends) {
        if (sends.length == 0) return;
        toggle(p, 1L << rank, 0, 0);
        long done = 0;
        for (int message : sends) {
            int to = space.messages.get(message).to();
            if ((done >> to & 1) != 0) continue;
            done |= 1L << to;
            toggle(p, 1L << to, 0, 0);
            toggle(p, 0, link(Math.max(rank, to), Math.min(rank, to)), 0);
        }
    }

    private void local(Point p, int rank, int event) {
        boolean passes = event != Events.NONE && Events.kind(event) == Events.PASS;
        if (!passes) deviation(p, rank, Events.pass(Events.RETRY, 0), -1);
        deviation(p, rank, Events.pass(Events.ELECTION, 0), -1);
        boolean submits = event != Events.NONE && Events.kind(event) == Events.SUBMIT;
        if (!submits && p.submitted < space.bounds.requests() && p.submitted % n == rank)
            deviation(p, rank, Events.of(Events.SUBMIT, 0), -1);
        lies(p, rank);
    }

    void lies(Point p, int rank) {}

    private static boolean first(int[] queue, int place) {
        for (int i = 0; i < place; i++) if (queue[i] == queue[place]) return false;
        return true;
    }

    private void crashes(Point p, int rank, int event) {
        for (int r = 0; r < n; r++)
            for (EventOutcome crash : space.locals.get(p.at[r]).crashes)
                deviated(happen(p, r, crash, -1, false));
        int taken = Events.kind(event) == Events.DELIVER ? 0 : -1;
        for (EventOutcome crash : space.locals.outcome(p.at[rank], event).crashes())
            deviated(happen(p, rank, crash, taken, false));
    }

    private void toggle(Point p, long member, long link, long disk) {
        Point next = p.next(null);
        next.cutMembers ^= member;
        next.cutLinks ^= link;
        next.heldDisks ^= disk;
        deviated(next);
    }

    private static long link(int high, int low) {
        return 1L << (high * (high - 1) / 2 + low);
    }

    void deviation(Point p, int rank, int event, int taken) {
        EventOutcome outcome = space.locals.outcome(p.at[rank], event);
        if (outcome.next() == p.at[rank] && outcome.sends().length == 0) return;
        deviated(happen(p, rank, outcome, taken, Events.kind(event) == Events.PASS));
    }

    void deviated(Point next) {
        if (next == null) return;
        next.deviations--;
        reach(next, true);
    }

    /**
     * Returns {@code null} if the bounds do not allow the event, or if the event violates an invariant.
     *
     * @param taken place of the delivered message in the queue; -1 if the event delivers the first message or no
     *     message
     */
    Point happen(Point p, int rank, EventOutcome outcome, int taken, boolean isTime) {
        // Retries in the default schedule do not count against the bound on retries.
        int cost = isTime && outcome.cost() == Cost.RETRY ? Cost.FREE : outcome.cost();
        if (!Cost.covers(p.left, cost)) return null;
        Point next = p.next(new Step(rank, outcome.event(), false));
        next.left -= cost;
        int kind = Events.kind(outcome.event());
        if (taken >= 0) next.queue = without(p.queue, taken);
        else if (kind == Events.DELIVER
                && p.queue.length > 0
                && p.queue[0] == Events.about(outcome.event())) next.queue = without(p.queue, 0);
        if (kind == Events.SUBMIT) next.submitted++;
        next.at[rank] = outcome.next();
        send(next, rank, outcome.sends());
        return check(next, rank, outcome) ? next : null;
    }

    private void send(Point next, int rank, int[] sends) {
        for (int message : sends) {
            next.rumours = space.rumours.with(next.rumours, message);
            Messages.Sent sent = space.messages.get(message);
            if (sent.slot() > space.bounds.slots()) continue;
            long link = link(Math.max(rank, sent.to()), Math.min(rank, sent.to()));
            boolean cut =
                    (next.cutMembers >> rank & 1) != 0 || (next.cutMembers >> sent.to() & 1) != 0;
            if (!cut && (next.cutLinks & link) == 0) next.queue = with(next.queue, message);
        }
    }

    private boolean check(Point next, int rank, EventOutcome outcome) {
        transitions++;
        if (rank == space.liar) return true;
        LocalState local = space.locals.get(outcome.next());
        if (local.broken != null) return violated(local.broken, next);
        for (int message : outcome.sends()) {
            int more = space.claims.with(next.claims, message);
            if (more == Claims.CONFLICT)
                return violated("OneValue: " + space.claims.conflict(next.claims, message), next);
            next.claims = more;
        }
        int merged = space.merged(next.order, outcome.peak());
        if (merged < 0) return violated(space.disagreement(rank, outcome.peak(), next.order), next);
        if (merged != next.order) {
            String invalid = space.invalid(merged, next.order, next.at);
            if (invalid != null) return violated("Validity: " + invalid, next);
        }
        next.order = merged;
        return true;
    }

    private void reach(Point next, boolean deviated) {
        Hash128 hash = hash(next);
        boolean isNew = seen.add(hash.low, hash.high);
        if (next.deviations > 0) {
            hash.add(next.rumours);
            isNew = visited.add(hash.low, hash.high);
        }
        boolean heals = deviated || next.deviations > 0;
        if (isNew && (!heals || mustHeal(next))) enqueue(next);
    }

    private void enqueue(Point next) {
        if (next.deviations == present || next.deviations == 0) todo.addLast(next);
        else below.add(next);
    }

    /** Returns false, and records a violation, if the healed members do not order new requests. */
    private boolean mustHeal(Point next) {
        String unhealed = healer.heal(next.at, next.order, next.claims);
        return unhealed == null || violated(unhealed, next);
    }

    private Hash128 hash(Point next) {
        hash.reset();
        for (int each : next.at) hash.add(each);
        hash.add(next.queue.length);
        for (int each : next.queue) hash.add(each);
        hash.add(next.order);
        hash.add(next.claims);
        hash.add(next.left);
        hash.add(next.turn);
        hash.add(next.submitted);
        hash.add(next.cutMembers);
        hash.add(next.cutLinks);
        hash.add(next.heldDisks);
        return hash;
    }

    private boolean violated(String what, Point at) {
        List<Step> steps = new ArrayList<>();
        for (Point p = at; p != null; p = p.parent) if (p.step != null) steps.add(0, p.step);
        FoundViolation violation = new FoundViolation(what, steps);
        found.putIfAbsent(violation.invariant(), violation);
        return false;
    }

    private static int[] without(int[] queue, int at) {
        int[] less = new int[queue.length - 1];
        System.arraycopy(queue, 0, less, 0, at);
        System.arraycopy(queue, at + 1, less, at, less.length - at);
        return less;
    }

    private static int[] with(int[] queue, int message) {
        int[] more = Arrays.copyOf(queue, queue.length + 1);
        more[queue.length] = message;
        return more;
    }
}

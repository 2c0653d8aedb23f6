package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Every schedule with at most so many deviations from a default one, where one member lies: each message of the liar's alphabet is one more
 * deviation, to one member, to all, or to each second one. The node of the liar runs as that of an honest member; its lies come in addition, or
 * before what it says truly.
 *
 * <p>Three reductions keep it small. A deviation at one member waits until that member is next in the default schedule: before that it
 * commutes with the events of others, up to the order in which messages of two members enter the queue. A cut is tried where it takes a message
 * away. States with more deviations left come first, so a state that was reached with more is not looked at again.
 */
final class LieSearch extends DeviationSearch {
    /** Turns of all members in the default schedule: longer than members wait for a silent leader. */
    private static final int ROUNDS = 8;

    private static final int SUBMIT_ROUND = 1;

    /** States without what the liar knows. */
    private final Visited seen = new Visited();

    /** The points that may deviate of those with as many deviations left as {@link #present}. */
    private final List<Point> layer = new ArrayList<>();

    /** The points with one deviation less. */
    private final List<Point> below = new ArrayList<>();

    private int present;

    /** The place in {@link #layer} of the point that deviates now. */
    private int tried;

    LieSearch(Space space, BooleanSupplier stop) {
        super(space, stop, ROUNDS, SUBMIT_ROUND);
    }

    @Override
    public int waiting() {
        return super.waiting() + layer.size() - tried + below.size();
    }

    @Override
    public long looked() {
        return seen.size();
    }

    @Override
    long bytes() {
        return visited.bytes() + seen.bytes();
    }

    @Override
    public void run(int[] first) {
        Point begin = begin(first);
        present = begin.deviations;
        reach(begin);
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

    /** Runs the default schedule from all points that wait. */
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

    @Override
    void reach(Point next) {
        Hash128 hash = hash(next);
        boolean isNew = seen.add(hash.low, hash.high);
        if (next.deviations > 0) {
            hash.add(next.rumours);
            isNew = visited.add(hash.low, hash.high);
        }
        // The default schedule is a fair one, so what cannot deviate any more is healed at its end.
        if (isNew && (next.deviations == 0 || mustHeal(next))) enqueue(next);
    }

    private void enqueue(Point next) {
        if (next.deviations == present || next.deviations == 0) todo.addLast(next);
        else below.add(next);
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
        Outcome outcome = space.locals.outcome(p.at[rank], event);
        cuts(p, rank, outcome.sends());
        local(p, rank, event);
        crashes(p, rank, event);
    }

    /** Cuts and healed cuts that decide what becomes of these messages. */
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

    /** Events that may happen at that member beside the next event of the default schedule. */
    private void local(Point p, int rank, int event) {
        boolean passes = event != Events.NONE && Events.kind(event) == Events.PASS;
        if (!passes) deviation(p, rank, Events.pass(Events.RETRY, 0), -1);
        deviation(p, rank, Events.pass(Events.ELECTION, 0), -1);
        boolean submits = event != Events.NONE && Events.kind(event) == Events.SUBMIT;
        if (!submits && p.submitted < space.bounds.requests() && p.submitted % n == rank)
            deviation(p, rank, Events.of(Events.SUBMIT, 0), -1);
        if (rank == space.liar) {
            toSeveral(p, 1);
            toSeveral(p, 2);
            return;
        }
        for (int lie : space.rumours.lies(p.rumours, rank))
            deviation(p, rank, Events.of(Events.DELIVER, lie), -1);
    }

    /** One lie to all other members, or to each second one, is one deviation. The liar sends it when its own turn comes. */
    private void toSeveral(Point p, int step) {
        int some = space.liar == 0 ? 1 : 0;
        int lies = space.rumours.lies(p.rumours, some).length;
        for (int lie = 0; lie < lies; lie++) {
            Point at = p;
            boolean changes = false;
            for (int to = some; to < n && at != null; to += step) {
                if (to == space.liar) continue;
                int message = space.rumours.lies(p.rumours, to)[lie];
                int event = Events.of(Events.DELIVER, message);
                Outcome outcome = space.locals.outcome(at.at[to], event);
                if (outcome.next() == at.at[to] && outcome.sends().length == 0) continue;
                changes = true;
                at = happen(at, to, outcome, -1, false);
            }
            if (changes) deviated(at);
        }
    }
}

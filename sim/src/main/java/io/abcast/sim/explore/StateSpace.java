package io.abcast.sim.explore;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Data that all searches of schedules of one protocol share: tables of messages, of member states, of cells and of
 * histories.
 */
final class StateSpace {
    private static final int FOUNDING_ROUNDS_MAX = 200;

    /**
     * Maximum number of deliveries to each member before time passes, so that time passes although two members answer
     * each other at once.
     */
    private static final int MESSAGES_MAX = 64;

    final ExploredProtocol protocol;
    final Bounds bounds;
    final Membership members;
    final Messages messages;
    final Sequences sequences;
    final Events events = new Events();
    final LocalStates locals;
    final Cells cells;
    final Claims claims;

    final LiarKnowledge rumours;

    /** Rank of the member that lies; -1 if no member lies. */
    final int liar;

    StateSpace(ExploredProtocol protocol, Bounds bounds) {
        this(protocol, bounds, -1);
    }

    StateSpace(ExploredProtocol protocol, Bounds bounds, int liar) {
        this.liar = liar;
        this.protocol = protocol;
        sequences = new Sequences(protocol.hasLocalSlots());
        this.bounds = bounds;
        // Some protocols have quorums other than majorities, so the number of members may be even.
        members = Membership.of(IntStream.rangeClosed(1, bounds.members()).toArray(), new int[0]);
        messages = new Messages(protocol);
        locals = new LocalStates(protocol, bounds, members, messages, sequences, events);
        cells = new Cells(locals, bounds, false);
        claims = new Claims(protocol, messages);
        rumours = new LiarKnowledge(this);
    }

    int size() {
        return members.size();
    }

    /** Messages in flight after the founding are dropped. */
    int[] founded() {
        int n = size();
        int[] at = new int[n];
        // The explorer injects no crashes before the ensemble is founded.
        locals.firstLife(-Cost.MAX);
        Fair fair = new Fair(this, at);
        for (int r = 0; r < n; r++) {
            EventOutcome root = locals.root(r, 0, DiskImage.EMPTY, new int[0]);
            fair.take(r, root);
        }
        for (int round = 0; round < FOUNDING_ROUNDS_MAX; round++) {
            boolean founded = true;
            for (int r = 0; r < n; r++)
                founded &= protocol.isFounded(locals.rebuild(at[r]).probe());
            if (founded) return at;
            fair.round(Events.pass(Events.TICK, 0));
        }
        throw new IllegalStateException(
                "the ensemble was not founded in " + FOUNDING_ROUNDS_MAX + " rounds");
    }

    int[] restarted(int[] at) {
        int[] next = new int[at.length];
        for (int r = 0; r < at.length; r++) {
            Host host = locals.rebuild(at[r]);
            DiskImage disk = host.after(host.stateWrites(), host.logWrites());
            next[r] = locals.root(r, host.life() + 1, disk, host.submitted()).next();
        }
        locals.firstLife(1);
        Fair fair = new Fair(this, next);
        for (int r = 0; r < at.length; r++) fair.write(r);
        return next;
    }

    int[] first() {
        int[] founded = founded();
        if (bounds.durability() != Durability.MEMORY && protocol.beginsRestarted()) {
            founded = restarted(founded);
        } else {
            locals.firstLife(0);
            locals.allowCrashes(founded);
        }
        rumours.begin();
        return founded;
    }

    String describe(int sequence) {
        List<String> names = new ArrayList<>();
        for (Entry entry : sequences.list(sequence)) names.add(request(entry));
        return names.toString();
    }

    static String request(Entry entry) {
        return entry.origin() + "#" + (entry.request() >>> 32) + "." + (int) entry.request();
    }

    /** Returns the longer one of two delivered histories; -1 if neither is a prefix of the other. */
    int merged(int order, int delivered) {
        if (sequences.isPrefix(delivered, order)) return order;
        return sequences.isPrefix(order, delivered) ? delivered : -1;
    }

    String disagreement(int rank, int delivered, int order) {
        return "Agreement: member "
                + members.id(rank)
                + " has delivered "
                + describe(delivered)
                + ", another one "
                + describe(order);
    }

    /** {@code null} if every delivered entry was submitted by a client. */
    String invalid(int order, int before, int[] localsNow) {
        for (int at = order; at != before && at != Sequences.EMPTY; at = sequences.parent(at)) {
            Entry entry = sequences.lastEntry(at);
            if (entry.isMembership()) continue;
            int rank = members.rank(entry.origin());
            // A lying member may order requests that no client has submitted at this member.
            if (rank >= 0 && rank == liar) continue;
            int life = (int) (entry.request() >>> 32) - 1;
            int count = (int) entry.request();
            boolean known = rank >= 0;
            if (known) {
                int[] submitted = locals.get(localsNow[rank]).submitted;
                known = life >= 0 && life < submitted.length && count < submitted[life];
                known &=
                        Arrays.equals(
                                entry.payload(), Host.payload(entry.origin(), entry.request()));
            }
            if (!known) return "no client has submitted " + request(entry);
        }
        return null;
    }

    static final class Fair {
        private final StateSpace space;
        private final int[] at;
        private final ArrayDeque<Integer> flying = new ArrayDeque<>();
        private int order;
        private int claims = Claims.EMPTY;
        private String broken;
        private Observer observer = (state, step) -> {};

        interface Observer {
            /**
             * Called before the event takes place; {@code state} is the number of the member's state before the event.
             */
            void onEvent(int state, Step step);
        }

        /** The schedule changes the array {@code at} of member states. */
        Fair(StateSpace space, int[] at) {
            this.space = space;
            this.at = at;
        }

        void observe(Observer by) {
            observer = by;
        }

        void order(int history) {
            order = history;
        }

        int order() {
            return order;
        }

        void claims(int before) {
            claims = before;
        }

        /** {@code null} if the fair schedule violates no invariant. */
        String broken() {
            return broken;
        }

        void take(int rank, EventOutcome outcome) {
            at[rank] = outcome.next();
            for (int message : outcome.sends()) {
                flying.addLast(message);
                if (rank != space.liar && space.claims.contradicts(claims, message))
                    fail("OneValue: " + space.claims.conflict(claims, message));
            }
            int merged = rank == space.liar ? order : space.merged(order, outcome.peak());
            if (merged < 0)
                fail(
                        "Agreement: "
                                + space.describe(order)
                                + " and "
                                + space.describe(outcome.peak()));
            else order = merged;
            LocalState local = space.locals.get(outcome.next());
            if (local.broken != null && rank != space.liar) fail(local.broken);
        }

        private void fail(String what) {
            if (broken == null) broken = what;
        }

        void event(int rank, int event) {
            if (broken != null) return;
            observer.onEvent(at[rank], new Step(rank, event, false));
            take(rank, space.locals.outcome(at[rank], event));
        }

        void write(int rank) {
            while (broken == null) {
                LocalState local = space.locals.get(at[rank]);
                if (local.stateWrites > 0) event(rank, Events.of(Events.STATE_WRITTEN, 0));
                else if (local.logWrites > 0) event(rank, Events.of(Events.LOG_WRITTEN, 0));
                else return;
            }
        }

        void drop() {
            flying.clear();
        }

        void deliver() {
            int most = MESSAGES_MAX * at.length;
            for (int count = 0; count < most && !flying.isEmpty() && broken == null; count++) {
                int message = flying.removeFirst();
                int to = space.messages.get(message).to();
                event(to, Events.of(Events.DELIVER, message));
                write(to);
            }
        }

        void round(int pass) {
            for (int rank = 0; rank < at.length && broken == null; rank++) {
                event(rank, pass);
                write(rank);
                deliver();
            }
        }
    }
}

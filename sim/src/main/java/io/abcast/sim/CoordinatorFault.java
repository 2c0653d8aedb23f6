package io.abcast.sim;

import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Faults for protocols without a leader, in which each member coordinates its own requests. */
final class CoordinatorFault {
    private static final long MILLI = 1_000_000;
    private static final int STEPS_MAX = 3;

    enum Kind {
        /** Kind of fault: a coordinator crashes after the message with its decision has reached one other member. */
        DECISION_REACHES_ONE(Fault.CRASH),

        FALSE_SUSPICION(Fault.ASYM);

        private final Fault fault;

        Kind(Fault fault) {
            this.fault = fault;
        }

        String line() {
            return "fault: " + this;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A step of a run's schedule that injects one fault of a coordinator.
     *
     * @param atNanos virtual time in ns from which the fault of the coordinator waits for a message.
     * @param nanos time in ns for which the coordinator is down, or for which the coordinator's heartbeats are lost.
     * @param dice seed of all other random choices of the coordinator's fault.
     */
    record Step(long atNanos, Kind kind, long nanos, long dice) implements RunSchedule.Item {
        @Override
        public String toString() {
            return "%s from %s ms for %s ms"
                    .formatted(kind, RunSchedule.millis(atNanos), RunSchedule.millis(nanos));
        }
    }

    private final Cluster cluster;
    private final FaultInjector injector;
    private final Subject subject;

    /** The fault that waits until a coordinator announces a decision; {@code null} if no fault waits. */
    private Step armed;

    /** Id of the member whose heartbeats are lost; 0 if there is no such member. */
    private int suspected;

    private boolean counted;

    CoordinatorFault(Cluster cluster, FaultInjector injector, Subject subject) {
        this.cluster = cluster;
        this.injector = injector;
        this.subject = subject;
    }

    /**
     * {@code random} is used only for coordinators' faults, so that other draws of the run do not depend on these
     * faults.
     */
    static List<Step> draw(Rng random, Set<Fault> faults, Durability durability, long nanos) {
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) if (faults.contains(kind.fault)) kinds.add(kind);
        // The fault crashes a coordinator at an unknown time, but in a run without logs
        // FaultInjector must know each crash beforehand.
        if (durability == Durability.MEMORY) kinds.remove(Kind.DECISION_REACHES_ONE);
        List<Step> steps = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : (int) random.between(0, STEPS_MAX);
        for (int i = 0; i < count; i++)
            steps.add(
                    new Step(
                            random.between(0, nanos),
                            kinds.get(random.below(kinds.size())),
                            random.between(20, 900) * MILLI,
                            random.nextLong()));
        return steps;
    }

    void schedule(List<Step> steps) {
        if (steps.isEmpty()) return;
        cluster.onSend(this::passes);
        for (Step step : steps) injector.later(step.atNanos() - cluster.now(), () -> begin(step));
    }

    private void begin(Step step) {
        if (step.kind() == Kind.DECISION_REACHES_ONE) {
            armed = step;
            return;
        }
        suspected = injector.anyone(new Rng(step.dice()));
        counted = false;
        injector.later(step.nanos(), () -> suspected = 0);
    }

    void stop() {
        armed = null;
        suspected = 0;
    }

    private boolean passes(int from, Message message) {
        if (from == suspected && subject.isHeartbeat(message)) {
            if (!counted) cluster.coverage().reported(Kind.FALSE_SUSPICION.line());
            counted = true;
            return false;
        }
        boolean strikes = armed != null && subject.announcesDecision(message);
        if (!strikes || !injector.mayCrash(from)) return true;
        long down = armed.nanos();
        armed = null;
        cluster.coverage().reported(Kind.DECISION_REACHES_ONE.line());
        // The message with the decision is the last effect of the coordinator before its process
        // crashes.
        cluster.crashAfter(from, 0);
        injector.restartLater(from, down);
        return true;
    }
}

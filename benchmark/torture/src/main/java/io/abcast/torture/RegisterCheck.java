package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.opensearch.cluster.coordination.LinearizabilityChecker;
import org.opensearch.cluster.coordination.LinearizabilityChecker.Event;
import org.opensearch.cluster.coordination.LinearizabilityChecker.EventType;
import org.opensearch.cluster.coordination.LinearizabilityChecker.History;

/**
 * Decides whether the history of one register is linearizable. Uses OpenSearch's {@link LinearizabilityChecker}
 * (algorithm of Wing and Gong 1993, Lowe 2017, and Horn and Kroening 2015).
 */
final class RegisterCheck {
    /** A check is undecided if many concurrent operations make it longer than {@code stepsMax} steps. */
    enum Verdict {
        LINEARIZABLE,
        VIOLATED,
        UNDECIDED
    }

    private static final long NOTHING = 0;
    private static final Long DONE = 1L;

    private static final Object UNKNOWN = new Object();

    private RegisterCheck() {}

    /**
     * @param stepsMax number of steps of the search after which the check ends undecided; each step may need some
     *     hundred bytes of memory
     */
    static Verdict check(List<RegisterOp> history, long stepsMax) {
        List<RegisterOp> ops = OpenOps.reduce(history);
        long[] steps = new long[1];
        boolean linearizable =
                new LinearizabilityChecker()
                        .isLinearizable(
                                new Register(),
                                new History(events(ops)),
                                input -> UNKNOWN,
                                () -> ++steps[0] > stepsMax);
        if (linearizable) return Verdict.LINEARIZABLE;
        return steps[0] > stepsMax ? Verdict.UNDECIDED : Verdict.VIOLATED;
    }

    private record Moment(long nanos, boolean end, int id) {}

    private static List<Event> events(List<RegisterOp> ops) {
        List<Moment> moments = new ArrayList<>(2 * ops.size());
        for (int id = 0; id < ops.size(); id++) {
            moments.add(new Moment(ops.get(id).startNanos(), false, id));
            if (ops.get(id).known()) moments.add(new Moment(ops.get(id).endNanos(), true, id));
        }
        // At equal times, invocations come before responses, so that the operations count as
        // concurrent, and either order is possible.
        moments.sort(
                (a, b) ->
                        a.nanos != b.nanos
                                ? Long.compare(a.nanos - b.nanos, 0)
                                : Boolean.compare(a.end, b.end));
        List<Event> events = new ArrayList<>(moments.size());
        for (Moment moment : moments) {
            RegisterOp op = ops.get(moment.id);
            EventType type = moment.end ? EventType.RESPONSE : EventType.INVOCATION;
            events.add(new Event(type, moment.end ? (Object) op.result() : op, moment.id));
        }
        return events;
    }

    private static final class Register implements LinearizabilityChecker.SequentialSpec {
        @Override
        public Object initialState() {
            return NOTHING;
        }

        @Override
        public Optional<Object> nextState(Object state, Object input, Object output) {
            RegisterOp op = (RegisterOp) input;
            long value = (Long) state;
            boolean known = output != UNKNOWN;
            boolean done = known && output.equals(DONE);
            return switch (op.kind()) {
                case READ -> next(!known || output.equals(state), value);
                case WRITE -> next(true, op.argument());
                case CAS -> {
                    boolean holds = value == op.expected();
                    yield next(!known || holds == done, holds ? op.argument() : value);
                }
                case REMOVE -> next(!known || (value != NOTHING) == done, NOTHING);
            };
        }

        private static Optional<Object> next(boolean possible, long value) {
            return possible ? Optional.of(value) : Optional.empty();
        }
    }
}

package io.abcast.torture;

import io.abcast.client.Reply;
import java.util.concurrent.atomic.LongAdder;

/** State and counters that all clients of a torture run share. The class is thread-safe. */
final class TortureLoad {
    final Availability availability;
    final HistoryFile history;
    final Violations violations;

    final LongAdder answered = new LongAdder();

    /** Operations with unknown outcome, which may have taken effect. */
    final LongAdder unknown = new LongAdder();

    /** Operations that certainly had no effect, because servers refused them. */
    final LongAdder refused = new LongAdder();

    final LongAdder reads = new LongAdder();
    final LongAdder writes = new LongAdder();

    private volatile boolean ending;

    TortureLoad(Availability availability, HistoryFile history, Violations violations) {
        this.availability = availability;
        this.history = history;
        this.violations = violations;
    }

    void end() {
        ending = true;
    }

    boolean ending() {
        return ending;
    }

    Outcome ended(Reply reply, boolean write, long endNanos) {
        Outcome outcome = Outcome.of(reply);
        switch (outcome) {
            case DONE -> {
                answered.increment();
                (write ? writes : reads).increment();
                availability.answered(endNanos);
            }
            case UNKNOWN -> unknown.increment();
            case REFUSED -> refused.increment();
        }
        return outcome;
    }

    enum Outcome {
        DONE,
        UNKNOWN,
        REFUSED;

        private static Outcome of(Reply reply) {
            if (!reply.code().error()) return DONE;
            return reply.code().mayHaveTakenEffect() ? UNKNOWN : REFUSED;
        }
    }
}

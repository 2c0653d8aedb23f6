package io.abcast.torture;

import io.abcast.client.Reply;
import java.util.concurrent.atomic.LongAdder;

/** State and counters that all clients of a torture run share. The class is thread-safe. */
final class TortureLoad {
    final Availability availability;
    final HistoryFile history;
    final Violations violations;

    /** Number of operations that a server answered without an error. */
    final LongAdder answered = new LongAdder();

    /** Number of operations with unknown outcome, which may have taken effect. */
    final LongAdder unknown = new LongAdder();

    /** Number of operations that certainly had no effect, because servers refused them. */
    final LongAdder refused = new LongAdder();

    final LongAdder reads = new LongAdder();
    final LongAdder writes = new LongAdder();

    private volatile boolean ending;

    TortureLoad(Availability availability, HistoryFile history, Violations violations) {
        this.availability = availability;
        this.history = history;
        this.violations = violations;
    }

    /** Asks all clients to stop after their present operation. */
    void end() {
        ending = true;
    }

    boolean ending() {
        return ending;
    }

    /**
     * Counts the outcome of a client's operation that received a reply.
     *
     * @return the outcome of the operation that follows from the reply
     */
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

    /** Outcome of an operation of a client, as far as the client knows it. */
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

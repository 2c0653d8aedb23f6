package io.abcast.torture;

import io.abcast.client.Reply;
import java.util.concurrent.atomic.LongAdder;

/** What all clients of a run share. Safe from any thread. */
final class TortureLoad {
    final Availability availability;
    final HistoryFile history;
    final Violations violations;

    /** Answered by a server, errors left out. */
    final LongAdder answered = new LongAdder();

    /** May have taken effect, or may not. */
    final LongAdder unknown = new LongAdder();

    /** Certainly without effect. */
    final LongAdder refused = new LongAdder();

    final LongAdder reads = new LongAdder();
    final LongAdder writes = new LongAdder();

    private volatile boolean ending;

    TortureLoad(Availability availability, HistoryFile history, Violations violations) {
        this.availability = availability;
        this.history = history;
        this.violations = violations;
    }

    /** Tells the clients to stop after their present operation. */
    void end() {
        ending = true;
    }

    boolean ending() {
        return ending;
    }

    /** Counts what became of an operation. @return the same */
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

    /** What a client knows about its operation. */
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

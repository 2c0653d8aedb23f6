package io.abcast.sim.explore;

/** Reports that an event of a replayed schedule is not possible in this build of the protocol. */
public final class NotEnabledException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotEnabledException(int number, String line) {
        super("event " + number + " is not enabled in this build: " + line);
    }
}

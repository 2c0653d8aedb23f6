package io.abcast.sim.explore;

/** A build does not allow an event of a schedule. */
public final class NotEnabledException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotEnabledException(int number, String line) {
        super("event " + number + " is not enabled in this build: " + line);
    }
}

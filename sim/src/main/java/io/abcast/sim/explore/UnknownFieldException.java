package io.abcast.sim.explore;

/** A node has a field that a fingerprint cannot read: the exploration would merge states that differ. */
public final class UnknownFieldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownFieldException(String what) {
        super(what);
    }
}

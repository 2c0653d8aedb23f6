package io.abcast.sim.explore;

/**
 * Reports that a node has a field that a fingerprint cannot read, so that the exploration might merge different states
 * of the node.
 */
public final class UnknownFieldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownFieldException(String what) {
        super(what);
    }
}

package io.abcast.lab;

/** Reports that this machine lacks something that a run in a lab (emulated network) needs. */
public final class CannotException extends Exception {
    private static final long serialVersionUID = 1;

    public CannotException(String reason) {
        super(reason);
    }
}

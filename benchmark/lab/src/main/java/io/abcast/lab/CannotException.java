package io.abcast.lab;

/**
 * Reports that this machine lacks something that a run needs. The message has one line and gives the reason for users.
 */
public final class CannotException extends Exception {
    private static final long serialVersionUID = 1;

    public CannotException(String reason) {
        super(reason);
    }
}

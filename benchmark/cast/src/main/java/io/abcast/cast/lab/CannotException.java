package io.abcast.cast.lab;

/** This machine lacks something that a run needs. The message is the reason for users, in one line. */
public final class CannotException extends Exception {
    private static final long serialVersionUID = 1;

    public CannotException(String reason) {
        super(reason);
    }
}

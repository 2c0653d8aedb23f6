package io.abcast.kernel;

/** Bytes from outside are not a frame. The receiver counts and drops them. Has no stack trace: hostile input is cheap. */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedFrameException(String message) {
        super(message, null, false, false);
    }
}

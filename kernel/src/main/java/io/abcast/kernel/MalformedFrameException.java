package io.abcast.kernel;

/**
 * Reports bytes from outside that are not a valid frame. The receiver counts and drops them. The exception has no stack
 * trace, so that hostile input costs little.
 */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedFrameException(String message) {
        super(message, null, false, false);
    }
}

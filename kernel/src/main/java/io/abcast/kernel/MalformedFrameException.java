package io.abcast.kernel;

/**
 * Reports that received bytes are not a valid frame. A {@code MalformedFrameException} has no stack trace, so that
 * hostile input costs little time.
 */
public final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedFrameException(String message) {
        super(message, null, false, false);
    }
}

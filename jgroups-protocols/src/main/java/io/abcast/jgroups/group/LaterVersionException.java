package io.abcast.jgroups.group;

import org.jgroups.Message;

/**
 * Reports a frame of a version that this member does not support. A member of a later release may send such frames
 * until it learns which version this member supports. The frame may be valid, but this member cannot read it.
 */
public final class LaterVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LaterVersionException(int found, int supported) {
        super("expected a frame of version 1 to %d, got version %d".formatted(supported, found));
    }

    /**
     * Checks the version of a frame, which is its first byte.
     *
     * @throws LaterVersionException if the version is above {@code supported}
     */
    static void check(Message frame, int supported) {
        int version = version(frame);
        if (version > supported) throw new LaterVersionException(version, supported);
    }

    /** The version of a frame; 0 for an empty frame. */
    public static int version(Message frame) {
        if (frame instanceof FrameMessage inPieces)
            return inPieces.frame().headBytes() == 0 ? 0 : inPieces.frame().head()[0] & 0xFF;
        return frame.getLength() == 0 ? 0 : frame.getArray()[frame.getOffset()] & 0xFF;
    }

    /** Omits the stack trace, because any peer can cause this exception at any rate. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

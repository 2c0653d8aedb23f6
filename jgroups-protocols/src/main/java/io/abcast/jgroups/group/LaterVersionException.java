package io.abcast.jgroups.group;

import org.jgroups.Message;

/**
 * Reports a frame whose version is higher than the versions that this member supports. A member of a later release may
 * send frames of a later version until it learns which version this member supports.
 */
public final class LaterVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LaterVersionException(int found, int supported) {
        super("expected a frame of version 1 to %d, got version %d".formatted(supported, found));
    }

    static void check(Message frame, int supported) {
        int version = version(frame);
        if (version > supported) throw new LaterVersionException(version, supported);
    }

    /** Returns the version of a frame; 0 for an empty frame. */
    public static int version(Message frame) {
        if (frame instanceof FrameMessage inPieces)
            return inPieces.frame().headBytes() == 0 ? 0 : inPieces.frame().head()[0] & 0xFF;
        return frame.getLength() == 0 ? 0 : frame.getArray()[frame.getOffset()] & 0xFF;
    }

    /** No stack trace, because any peer can cause such exceptions at any rate. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

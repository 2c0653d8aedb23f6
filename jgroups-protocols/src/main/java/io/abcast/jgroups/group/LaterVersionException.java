package io.abcast.jgroups.group;

import org.jgroups.Message;

/**
 * A frame of a version that this member does not speak, as a member of a later release sends when it has not been told
 * what this one speaks. Nothing is wrong with it; it cannot be read here.
 */
public final class LaterVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LaterVersionException(int found, int supported) {
        super(
                "expected a frame of version 1 to %d, got one of version %d"
                        .formatted(supported, found));
    }

    /** The first byte of a frame is its version. @throws LaterVersionException if that is above {@code supported} */
    static void check(Message frame, int supported) {
        int version = version(frame);
        if (version > supported) throw new LaterVersionException(version, supported);
    }

    /** 0 if there is nothing in it. */
    public static int version(Message frame) {
        if (frame instanceof FrameMessage inPieces)
            return inPieces.frame().headBytes() == 0 ? 0 : inPieces.frame().head()[0] & 0xFF;
        return frame.getLength() == 0 ? 0 : frame.getArray()[frame.getOffset()] & 0xFF;
    }

    /** It is thrown for what anybody may send, as often as they like. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

package io.abcast.jgroups;

import org.jgroups.Message;

/**
 * A frame of a version that this member does not speak, as a member of a later release sends when it has not been told
 * what this one speaks. Nothing is wrong with it; it cannot be read here.
 */
final class LaterVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LaterVersionException(int found, int supported) {
        super(
                "expected a frame of version 1 to %d, got one of version %d"
                        .formatted(supported, found));
    }

    /** The first byte of a frame is its version. @throws LaterVersionException if that is above {@code supported} */
    static void check(Message frame, int supported) {
        if (frame.getLength() == 0) return;
        int version = frame.getArray()[frame.getOffset()] & 0xFF;
        if (version > supported) throw new LaterVersionException(version, supported);
    }

    /** It is thrown for what anybody may send, as often as they like. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

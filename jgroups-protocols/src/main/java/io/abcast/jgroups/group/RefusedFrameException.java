package io.abcast.jgroups.group;

/** The sender of a frame has no proof that it is the member that it claims to be. */
public final class RefusedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedFrameException(String what) {
        // No stack trace: a liar may send many such frames.
        super(what, null, false, false);
    }
}

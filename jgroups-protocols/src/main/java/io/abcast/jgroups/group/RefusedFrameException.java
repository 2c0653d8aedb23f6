package io.abcast.jgroups.group;

/** Reports a frame whose sender could not prove that it is the member that it claims to be. */
public final class RefusedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedFrameException(String what) {
        // The exception has no stack trace, because a faulty member may send many such frames.
        super(what, null, false, false);
    }
}

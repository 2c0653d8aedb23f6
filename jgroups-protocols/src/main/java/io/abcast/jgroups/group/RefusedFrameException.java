package io.abcast.jgroups.group;

/** Reports a frame whose sender could not prove to be the member whose server id the frame claims. */
public final class RefusedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedFrameException(String what) {
        // A {@code RefusedFrameException} has no stack trace, because a faulty member may send many
        // frames that are refused.
        super(what, null, false, false);
    }
}

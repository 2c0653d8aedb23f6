package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.kernel.Refusal;

/**
 * The reason why a request or read was not answered. The exception has no stack trace: the event loop creates it, so a
 * stack trace would not show the caller.
 */
public final class AbcastException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Kinds of failure. */
    public enum Reason {
        /** Too many requests of this member are unanswered. The request was not accepted; try again later. */
        BUSY,
        /** The payload exceeds {@code payload_bytes_max}. The request was not accepted. */
        TOO_LARGE,
        /**
         * The request was not answered within {@code request_timeout}. The member is still joining, there is no leader
         * or no quorum, or the ensemble is overloaded. If this member has not passed the request to a leader within
         * that time, it never does, so the request has no effect.
         */
        TIMEOUT,
        /**
         * This member does not run: it is not connected yet, it is closed, or an error halted it. That error is the
         * cause of this exception.
         */
        STOPPED,
        /**
         * This member was synchronised by a snapshot while the request was unanswered, and cannot tell whether the
         * snapshot includes the request.
         */
        UNKNOWN,
        /** The membership change does not fit the present membership. The message gives the reason. */
        CHANGE_REFUSED,
        /** The membership change is not possible now. The message gives the reason; try again later. */
        CHANGE_NOT_READY,
        /** This server is not yet, or no longer, a member of the ensemble. */
        NOT_MEMBER,
        /**
         * The {@link io.abcast.kernel.Interference} rejected the payload. The message of the exception gives the
         * reason.
         */
        INVALID_PAYLOAD,
        /**
         * Some members have lost their votes, and too few of the remaining members are reachable. The request was not
         * accepted. Only {@link EPAXOS} refuses requests for this reason.
         */
        NO_QUORUM,
        /** The transaction has no destination, or a destination that is not a partition. It was not accepted. */
        UNKNOWN_DESTINATION
    }

    private final Reason reason;
    private final boolean mayHaveTakenEffect;

    AbcastException(Reason reason, boolean mayHaveTakenEffect, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    /** Internal: makes the exception for a failure of the driver. */
    public static AbcastException of(Failure failure) {
        Reason reason =
                switch (failure.kind()) {
                    case REFUSED -> of(failure.refusal());
                    case TIMEOUT -> Reason.TIMEOUT;
                    case STOPPED -> Reason.STOPPED;
                };
        return new AbcastException(
                reason, failure.mayHaveTakenEffect(), failure.text(), failure.cause());
    }

    private static Reason of(Refusal refusal) {
        return switch (refusal) {
            case BUSY -> Reason.BUSY;
            case NO_QUORUM -> Reason.NO_QUORUM;
            case TOO_LARGE -> Reason.TOO_LARGE;
            case UNKNOWN -> Reason.UNKNOWN;
            case BAD_CHANGE -> Reason.CHANGE_REFUSED;
            case CHANGE_PENDING, CHANGE_NOT_READY -> Reason.CHANGE_NOT_READY;
            case NOT_MEMBER -> Reason.NOT_MEMBER;
            case INVALID_PAYLOAD -> Reason.INVALID_PAYLOAD;
            case WITHDRAWN -> Reason.TIMEOUT;
        };
    }

    public Reason reason() {
        return reason;
    }

    /**
     * Whether the request may have taken effect. If false, the payload has not been delivered and never will be, so it
     * is safe to submit the payload again. If true, the payload may have been delivered, or may be delivered later. A
     * failed read never has an effect, so the result is false for every read.
     */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.kernel.Refusal;

/** Why a request or read was not answered. Has no stack trace: it is made by the event loop, not where the request was. */
public final class AbcastException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Kinds of failure. */
    public enum Reason {
        /** Too many requests of this member are unanswered; not taken, try again later. */
        BUSY,
        /** The payload exceeds {@code payload_bytes_max}; not taken. */
        TOO_LARGE,
        /**
         * Not answered within {@code request_timeout}: still joining, no leader, no quorum, or overload. Without effect if the
         * request had not been handed to a leader; it never will be.
         */
        TIMEOUT,
        /** This member is not running: not connected yet, closed, or halted by an error (then the cause). */
        STOPPED,
        /** This member was brought up to date by a snapshot and cannot tell whether the request is part of it. */
        UNKNOWN,
        /** A change of the membership that does not fit the present one: the message says why. */
        CHANGE_REFUSED,
        /** A change of the membership that is not possible now: the message says why. Try again later. */
        CHANGE_NOT_READY,
        /** This server is no member of the ensemble, not yet or not any more. */
        NOT_MEMBER
    }

    private final Reason reason;
    private final boolean mayHaveTakenEffect;

    AbcastException(Reason reason, boolean mayHaveTakenEffect, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    /** Internal: for what answers requests. Everybody else catches. */
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
            case TOO_LARGE -> Reason.TOO_LARGE;
            case UNKNOWN -> Reason.UNKNOWN;
            case BAD_CHANGE -> Reason.CHANGE_REFUSED;
            case CHANGE_PENDING, CHANGE_NOT_READY -> Reason.CHANGE_NOT_READY;
            case NOT_MEMBER -> Reason.NOT_MEMBER;
            case WITHDRAWN -> Reason.TIMEOUT;
        };
    }

    public Reason reason() {
        return reason;
    }

    /**
     * False: the payload has not been and never will be delivered anywhere; submitting it again is safe. True: it may
     * have been delivered, or may still be. Always false for reads.
     */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

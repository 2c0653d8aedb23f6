package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.kernel.Refusal;

/**
 * The exception of a request or read that was not answered; the exception's {@link Reason} states why. An {@code
 * AbcastException} has no stack trace: the event loop creates the exception, so a stack trace would not show the
 * caller.
 */
public final class AbcastException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The reasons why a request or read was not answered. */
    public enum Reason {
        /** Reason: this member has too many unanswered requests. The caller may submit the request again later. */
        BUSY,
        /**
         * Reason: the payload of the request exceeds {@code payload_bytes_max}, so the member did not accept the
         * request.
         */
        TOO_LARGE,
        /**
         * Reason: the ensemble did not answer the request within {@code request_timeout}. Possible causes of {@code
         * TIMEOUT}: the member is still joining, there is no leader or no quorum, or the ensemble is overloaded. If
         * this member has not passed the request to a leader within {@code request_timeout}, it will never pass on the
         * request, so the request has no effect.
         */
        TIMEOUT,
        /**
         * Reason: this member does not run. If an error halted the member, the error is the cause of the {@code
         * AbcastException}.
         */
        STOPPED,
        /**
         * Reason: this member was synchronised by a snapshot while the request was unanswered. The snapshot may or may
         * not include the effect of the unanswered request.
         */
        UNKNOWN,
        /** Reason: the requested membership change does not fit the present membership of the ensemble. */
        CHANGE_REFUSED,
        /**
         * Reason: the requested membership change is not possible at present. The caller may try the change again
         * later.
         */
        CHANGE_NOT_READY,
        /** Reason: this server is not yet, or no longer, a member of the ensemble. */
        NOT_MEMBER,
        /** Reason: the {@link io.abcast.kernel.Interference} of the member rejected the payload. */
        INVALID_PAYLOAD,
        /**
         * Reason: some members have lost the votes that they had stored, and too few of the other members are
         * reachable. Only {@link EPAXOS} refuses requests because of lost votes.
         */
        NO_QUORUM,
        /**
         * Reason: the transaction has no destination, or names a destination that is not a partition, so the server did
         * not accept the transaction.
         */
        UNKNOWN_DESTINATION
    }

    private final Reason reason;
    private final boolean mayHaveTakenEffect;

    AbcastException(Reason reason, boolean mayHaveTakenEffect, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    /** Makes the exception for a failure that the driver reports (internal). */
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
     * Returns whether the failed request may have taken effect. If not, the payload has not been delivered and never
     * will be, so the caller can safely submit the payload again. A failed read never has an effect, so {@code
     * mayHaveTakenEffect} returns false for every read.
     */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

package io.abcast.driver;

import io.abcast.kernel.Refusal;

/**
 * The reason why a request or a read has failed.
 *
 * @param refusal the reason of the node or the driver if the kind is {@link Kind#REFUSED}; otherwise {@code null}
 * @param mayHaveTakenEffect false if no member has delivered or will ever deliver the request; false for every read
 * @param text a sentence for the caller that describes the failure
 * @param cause the error that ended the driver, or {@code null}
 */
public record Failure(
        Kind kind, Refusal refusal, boolean mayHaveTakenEffect, String text, Throwable cause) {
    /** The kinds of failure. */
    public enum Kind {
        /** The request was refused. */
        REFUSED,
        /** The request or read was not answered in time. */
        TIMEOUT,
        /** The driver has ended. */
        STOPPED
    }

    static Failure refused(Refusal why, String text) {
        return new Failure(Kind.REFUSED, why, why.mayHaveTakenEffect(), text, null);
    }

    static Failure timeout(boolean mayHaveTakenEffect, String text) {
        return new Failure(Kind.TIMEOUT, null, mayHaveTakenEffect, text, null);
    }

    static Failure stopped(boolean mayHaveTakenEffect, String text, Throwable cause) {
        return new Failure(Kind.STOPPED, null, mayHaveTakenEffect, text, cause);
    }

    /** Returns the last part of a failure's text, which says whether the request may have taken effect. */
    public static String effect(boolean mayHaveTakenEffect) {
        return "the request "
                + (mayHaveTakenEffect
                        ? "may have taken effect, or may still"
                        : "has taken no effect");
    }
}

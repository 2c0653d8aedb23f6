package io.abcast.driver;

import io.abcast.kernel.Refusal;

/**
 * The reason why a caller's request or read has failed.
 *
 * @param refusal the reason why the node or the driver has refused the request, if the kind is {@link Kind#REFUSED};
 *     otherwise {@code null}
 * @param mayHaveTakenEffect false if no member has delivered or will ever deliver the request; false for every read
 * @param text a sentence for the caller that describes why the request or read has failed
 * @param cause the error that ended the driver; {@code null} if no error has ended it
 */
public record Failure(
        Kind kind, Refusal refusal, boolean mayHaveTakenEffect, String text, Throwable cause) {
    /** The kinds of failure of a request or read. */
    public enum Kind {
        /** Kind of failure: the node or the driver has refused the request. */
        REFUSED,
        /** Kind of failure: the request or read got no answer within its time limit. */
        TIMEOUT,
        /** Kind of failure: the driver has ended before it answered the request or read. */
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

    /** Returns the last part of the text of a request's failure: whether the request may have taken effect. */
    public static String effect(boolean mayHaveTakenEffect) {
        return "the request "
                + (mayHaveTakenEffect
                        ? "may have taken effect, or may still"
                        : "has taken no effect");
    }
}

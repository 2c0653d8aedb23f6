package io.abcast.kernel;

/**
 * The reason why a member will not answer a request or a read, and whether the request may have taken effect. Messages
 * of Zab contain the ordinal of a {@code Refusal}, so new constants must be added at the end.
 */
public enum Refusal {
    /**
     * Reason of a refusal: this member has too many unanswered requests and has not accepted the request. The caller
     * may submit the request again later.
     */
    BUSY(false),
    /** Reason of a refusal: the payload is larger than the configured limit in bytes. */
    TOO_LARGE(false),
    /**
     * Reason of a refusal: the caller no longer waited for the request, and this member had not sent the request to a
     * leader. A withdrawn request will never be ordered.
     */
    WITHDRAWN(false),
    /**
     * Reason of a refusal: a snapshot of another member has replaced this member's state while the request was in
     * flight. A request that was refused as {@code UNKNOWN} may have taken effect.
     */
    UNKNOWN(true),
    /** Reason of a refusal: the requested membership change does not fit the present membership. */
    BAD_CHANGE(false),
    /**
     * Reason of a refusal: another change of the membership is in progress. The caller may request the membership
     * change again later.
     */
    CHANGE_PENDING(false),
    /**
     * Reason of a refusal: the observer to be promoted lags behind, too few voters would be running, or a member runs
     * an older version.
     */
    CHANGE_NOT_READY(false),
    /** Reason of a refusal: this server is not, or no longer, a member of the ensemble. */
    NOT_MEMBER(false),
    /** Reason of a refusal: too few members that may vote are reachable, so requests cannot be ordered. */
    NO_QUORUM(false),
    /** Reason of a refusal: the {@link Interference} function rejected the payload as invalid. */
    INVALID_PAYLOAD(false);

    private final boolean mayHaveTakenEffect;

    Refusal(boolean mayHaveTakenEffect) {
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

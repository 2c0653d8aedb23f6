package io.abcast.kernel;

/**
 * The reason why a request or a read will not be answered, and whether the request may have taken effect. Messages of
 * Zab contain the ordinal of a constant, so new constants must be added at the end.
 */
public enum Refusal {
    /** This member has too many unanswered requests and has not accepted the request. Try again later. */
    BUSY(false),
    /** The payload exceeds the configured limit. The member has not accepted the request. */
    TOO_LARGE(false),
    /**
     * The caller no longer waited for the request, and the request had not been handed to a leader. The request will
     * never be ordered.
     */
    WITHDRAWN(false),
    /**
     * A snapshot synchronised the member while the request was in flight, so the member cannot tell whether the
     * snapshot contains the request. The request may have taken effect.
     */
    UNKNOWN(true),
    /**
     * The change does not fit the present membership. For example, it adds a present member or removes the last voter.
     */
    BAD_CHANGE(false),
    /** Another change of the ensemble is in progress. Try again later. */
    CHANGE_PENDING(false),
    /**
     * The ensemble cannot make this change now: the observer to be promoted lags, too few voters would be running, or a
     * member runs an older version. Try again later.
     */
    CHANGE_NOT_READY(false),
    /** This server is not, or no longer, a member of the ensemble. */
    NOT_MEMBER(false),
    /**
     * Too few members that may vote are reachable to order requests; other members may have forgotten their votes. The
     * member has not accepted the request.
     */
    NO_QUORUM(false),
    /** The {@link Interference} rejected the payload. The member has not accepted the request. */
    INVALID_PAYLOAD(false);

    private final boolean mayHaveTakenEffect;

    Refusal(boolean mayHaveTakenEffect) {
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

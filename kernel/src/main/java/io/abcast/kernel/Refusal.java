package io.abcast.kernel;

/** Why a request or a read will not be answered, and whether the request may have taken effect. */
public enum Refusal {
    /** Too many requests of this member are unanswered; not taken. Try again later. */
    BUSY(false),
    /** The payload exceeds the configured limit; not taken. */
    TOO_LARGE(false),
    /** Nobody waited for it any longer, and it had not been handed to a leader; it never will be. */
    WITHDRAWN(false),
    /**
     * The member was brought up to date by a snapshot while the request was under way, so it cannot tell whether the
     * request is part of it: it may have taken effect.
     */
    UNKNOWN(true),
    /** The change does not fit the present membership, such as one that adds a member or removes the last voter. */
    BAD_CHANGE(false),
    /** Another change of the ensemble is under way. Try again later. */
    CHANGE_PENDING(false),
    /**
     * The ensemble cannot make this change now: the observer to be promoted lags, too few voters would be up, or a member runs
     * an older version. Try again later.
     */
    CHANGE_NOT_READY(false),
    /** This server is no member of the ensemble, not yet or not any more. */
    NOT_MEMBER(false);

    private final boolean mayHaveTakenEffect;

    Refusal(boolean mayHaveTakenEffect) {
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

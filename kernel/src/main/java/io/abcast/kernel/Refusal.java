package io.abcast.kernel;

/** Why a request or a read will not be answered, and whether the request may have taken effect. */
public enum Refusal {
    /** Too many requests of this member are unanswered; not taken. Try again later. */
    BUSY(false),
    /** The payload exceeds the configured limit; not taken. */
    TOO_LARGE(false),
    /**
     * The member was brought up to date by a snapshot while the request was under way, so it cannot tell whether the
     * request is part of it: it may have taken effect.
     */
    UNKNOWN(true);

    private final boolean mayHaveTakenEffect;

    Refusal(boolean mayHaveTakenEffect) {
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }
}

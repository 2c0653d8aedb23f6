package io.abcast.partitions;

/** Aborts a transaction: none of its writes takes effect. Without a stack trace, because aborts are normal. */
public final class AbortException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean stale;

    /** @param stale whether keys were found before the transaction, and have changed since */
    public AbortException(String reason, boolean stale) {
        super(reason, null, false, false);
        this.stale = stale;
    }

    public boolean isStale() {
        return stale;
    }
}

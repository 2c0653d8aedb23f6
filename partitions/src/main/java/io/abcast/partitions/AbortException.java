package io.abcast.partitions;

/**
 * Aborts a transaction, so that no write of the transaction takes effect; has no stack trace, because aborts are
 * normal.
 */
public final class AbortException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean stale;

    /**
     * @param stale whether the transaction aborts because its keys, which the store found by a query before, are no
     *     longer right
     */
    public AbortException(String reason, boolean stale) {
        super(reason, null, false, false);
        this.stale = stale;
    }

    public boolean isStale() {
        return stale;
    }
}

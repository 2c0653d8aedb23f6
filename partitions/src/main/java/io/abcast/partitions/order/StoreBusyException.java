package io.abcast.partitions.order;

/** Refuses a transaction, because too many transactions are in flight. The transaction has not taken effect. */
public final class StoreBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreBusyException(String message) {
        super(message, null, false, false);
    }
}

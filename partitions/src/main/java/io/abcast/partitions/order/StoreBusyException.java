package io.abcast.partitions.order;

/**
 * Reports that the multicast has refused a transaction because too many transactions are in flight. The refused
 * transaction has no effect.
 */
public final class StoreBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreBusyException(String message) {
        super(message, null, false, false);
    }
}

package io.abcast.partitions.order;

/**
 * Reports that the multicast refused a transaction, because too many transactions are in flight. A transaction refused
 * by the multicast has not taken effect.
 */
public final class StoreBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreBusyException(String message) {
        super(message, null, false, false);
    }
}

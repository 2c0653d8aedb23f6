package io.abcast.driver;

/**
 * Receives the answers of a {@link Driver} to local callers, and lines for operators. The methods of a sink must return
 * at once and must not throw exceptions.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of the sink, inside {@link Driver#turn} or
 * {@link Driver#end}.
 */
public interface Sink {
    /**
     * Calls {@link PendingRequest#tell}, so that the caller gets the outcome of {@code request}. If the caller's code
     * throws an exception, the sink reports the exception and does not throw it.
     */
    void tell(PendingRequest request);

    /**
     * Calls {@link PendingRead#ready}, so that the caller gets the answer of {@code read}. If the caller's code throws
     * an exception, the sink reports the exception and does not throw it.
     */
    void ready(PendingRead read);

    /**
     * Runs {@code code}, which a caller or the embedding program has passed to the driver. If the code throws an
     * exception, the sink reports the exception and does not throw it.
     */
    void run(Runnable code);

    /** Reports that the driver has passed all answers of one batch to the sink. */
    void onAnswered();

    /**
     * Frees places in the inbox from which the driver's events come.
     *
     * @param count number of freed places in the inbox, at least 1
     * @param bytes number of bytes that the freed requests, reads and tasks occupied together
     */
    void release(int count, long bytes);

    /**
     * Reports that this member has delivered a request that was submitted to this member.
     *
     * @param tookNanos time in ns from the start of the batch in which the request was submitted to the delivery.
     * @param nowNanos the present time on the clock of {@link Driver#turn}
     */
    void delivered(long tookNanos, long nowNanos);

    /** Receives a line of text from the node that operators should read. */
    void report(String line);

    /** Does the periodic work of the sink. */
    void onTick();
}

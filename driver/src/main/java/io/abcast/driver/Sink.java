package io.abcast.driver;

/**
 * Receives the answers of a {@link Driver} to local callers, and lines for operators. Implementations return at once
 * and throw nothing.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver, inside {@link Driver#turn} or {@link Driver#end}.
 */
public interface Sink {
    /** Calls {@link PendingRequest#tell}. Reports an exception of the caller's code and does not throw it. */
    void tell(PendingRequest request);

    /** Calls {@link PendingRead#ready}. Reports an exception of the caller's code and does not throw it. */
    void ready(PendingRead read);

    /**
     * Runs other code of a caller or of the embedding program. Reports exceptions of this code and does not throw them.
     */
    void run(Runnable code);

    /** Called after all calls of {@link #tell} and {@link #ready} for one batch. */
    void onAnswered();

    /**
     * Frees places in the inbox: requests, reads and tasks no longer count against its bounds.
     *
     * @param count number of freed places, at least 1
     * @param bytes number of bytes for which the freed requests, reads and tasks counted together
     */
    void release(int count, long bytes);

    /**
     * Reports that a request of this member has been delivered at this member.
     *
     * @param tookNanos time since the batch in which the request was submitted, in ns
     * @param nowNanos the present time on the clock of {@link Driver#turn}
     */
    void delivered(long tookNanos, long nowNanos);

    /** Reports a line of the node's log for operators. */
    void report(String line);

    /** Called every few tens of milliseconds, between two batches. */
    void onTick();
}

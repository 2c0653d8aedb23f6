package io.abcast.driver;

/**
 * Receives the answers of a {@link Driver} to local callers, and lines for operators. Implementations must return at
 * once and must not throw.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver, inside {@link Driver#turn} or {@link Driver#end}.
 */
public interface Sink {
    /** Calls {@link PendingRequest#tell}. Reports an exception of the caller's code and does not throw it. */
    void tell(PendingRequest request);

    /** Calls {@link PendingRead#ready}. Reports an exception of the caller's code and does not throw it. */
    void ready(PendingRead read);

    /**
     * Runs other code of a caller or of the embedding program. The sink reports exceptions of this code, and does not
     * throw them.
     */
    void run(Runnable code);

    /** Called after all calls of {@link #tell} and {@link #ready} for one batch. */
    void onAnswered();

    /**
     * Frees places in the inbox. The requests, reads and tasks that held these places no longer count against the
     * bounds of the inbox.
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

    /** Receives a line that the node reports to operators. */
    void report(String line);

    /** Called every few tens of milliseconds, between two batches. */
    void onTick();
}

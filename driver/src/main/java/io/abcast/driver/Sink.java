package io.abcast.driver;

/**
 * Takes the answers of a {@link Driver} to local callers, and lines for operators. Implementations return at once and
 * throw nothing.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver, inside {@link Driver#turn} or {@link Driver#end}.
 */
public interface Sink {
    /** Calls {@link PendingRequest#tell}. Reports an exception of the caller's code and does not throw it. */
    void tell(PendingRequest request);

    /** Calls {@link PendingRead#ready}. Reports an exception of the caller's code and does not throw it. */
    void ready(PendingRead read);

    /** Runs other code of a caller or of the surroundings. Reports its exceptions and does not throw them. */
    void run(Runnable code);

    /** Called after {@link #tell} and {@link #ready} for everything that one batch has decided. */
    void onAnswered();

    /**
     * Frees places: requests, reads and tasks no longer count against the bounds of the inbox.
     *
     * @param count at least 1
     * @param bytes the bytes that they counted for together
     */
    void release(int count, long bytes);

    /**
     * Reports that a request of this member has been delivered at this member.
     *
     * @param tookNanos time since the batch in which it was submitted, ns
     * @param nowNanos on the clock of {@link Driver#turn}
     */
    void delivered(long tookNanos, long nowNanos);

    /** Reports a line of the node's log for operators. */
    void report(String line);

    /** Called every few tens of milliseconds, between two batches. */
    void onTick();
}

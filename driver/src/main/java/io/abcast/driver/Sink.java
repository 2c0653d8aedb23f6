package io.abcast.driver;

/**
 * Takes the answers of a {@link Driver} to local callers, and lines for operators. Implementations return at once and throw
 * nothing.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver, inside {@link Driver#turn} or {@link Driver#end}.
 */
public interface Sink {
    /** Calls {@link PendingRequest#tell}. An exception of the caller's code is reported and goes no further. */
    void tell(PendingRequest request);

    /** Calls {@link PendingRead#ready}. An exception of the caller's code is reported and goes no further. */
    void ready(PendingRead read);

    /** Runs other code of a caller or of the surroundings. Its exceptions are reported and go no further. */
    void run(Runnable code);

    /** {@link #tell} and {@link #ready} have been called for everything that one batch has decided. */
    void onAnswered();

    /**
     * Requests, reads and tasks no longer count against the bounds of the inbox.
     *
     * @param count at least 1
     * @param bytes what they counted for together
     */
    void release(int count, long bytes);

    /**
     * A request of this member has been delivered here.
     *
     * @param tookNanos time since the batch in which it was submitted, ns
     * @param nowNanos on the clock of {@link Driver#turn}
     */
    void delivered(long tookNanos, long nowNanos);

    /** A line of the node's story for operators. */
    void report(String line);

    /** Called every few ten milliseconds, between two batches. */
    void onTick();
}

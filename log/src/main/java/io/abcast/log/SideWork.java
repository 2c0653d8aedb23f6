package io.abcast.log;

/** Does long work of a storage beside the event loop and the writer: one piece at a time, one more may wait. */
interface SideWork {
    /** @return false if too much waits already, or after {@link #shutDown}; the task is then dropped */
    boolean offer(Runnable task);

    /** No more is taken. */
    void shutDown();

    /** Waits for what was taken before {@link #shutDown}. */
    void awaitEnd();
}

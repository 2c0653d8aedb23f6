package io.abcast.log;

/** Does long work of a storage beside the event loop and the writer. One task runs at a time, and one more may wait. */
interface SideWork {
    /** @return false if too many tasks wait already, or after {@link #shutDown}; the task is then dropped */
    boolean offer(Runnable task);

    /** Stops taking tasks. */
    void shutDown();

    /** Waits for the tasks that were taken before {@link #shutDown}. */
    void awaitEnd();
}

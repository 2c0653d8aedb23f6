package io.abcast.log;

/**
 * Runs long tasks of a storage, on other threads than the event loop's and the writer's. One task runs at a time, and
 * one more may wait.
 */
interface SideWork {
    /** @return whether the task will run; false if too many tasks wait already, or after {@link #shutDown} */
    boolean offer(Runnable task);

    /** Refuses all tasks from now on. */
    void shutDown();

    /** Waits until the tasks are complete that were accepted before {@link #shutDown}. */
    void awaitEnd();
}

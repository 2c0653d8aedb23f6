package io.abcast.log;

/**
 * Runs long tasks of a storage, on other threads than the event loop's and the writer's. One task of a {@code SideWork}
 * runs at a time, and one more task may wait.
 */
interface SideWork {
    /** @return whether the task will run; false if another task already waits, or after {@link #shutDown} */
    boolean offer(Runnable task);

    void shutDown();

    void awaitEnd();
}

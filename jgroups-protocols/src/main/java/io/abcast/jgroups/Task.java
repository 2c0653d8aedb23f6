package io.abcast.jgroups;

/** Something a user wants to be run between two deliveries. */
record Task(Runnable task) implements LoopEvent {
    /** What a task counts for in the inbox. */
    static final int BYTES = 64;

    @Override
    public void on(EventLoop loop) {
        loop.run(this);
    }
}

package io.abcast.jgroups;

/** Something that waits in the {@link Inbox} to be done by the event loop. */
@FunctionalInterface
interface LoopEvent {
    /** Runs on the loop, inside a batch. */
    void on(EventLoop loop);

    /** The loop has stopped before it came to this event; runs on the loop's thread. */
    default void dropped(AbcastException why) {}
}

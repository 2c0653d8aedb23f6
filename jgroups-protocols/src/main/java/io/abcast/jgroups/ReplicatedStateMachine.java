package io.abcast.jgroups;

import java.util.concurrent.CompletableFuture;
import org.jgroups.JChannel;

/**
 * A {@link StateMachine} replicated over a {@link JChannel} whose stack contains {@link ZAB}.
 *
 * <p><b>Thread rule:</b> as {@link AtomicBroadcast}. All futures fail with {@link AbcastException}.
 */
public final class ReplicatedStateMachine implements AutoCloseable {
    private ReplicatedStateMachine() {}

    /** Attaches {@code machine} to the channel; see {@link AtomicBroadcast#on}. */
    public static ReplicatedStateMachine on(JChannel channel, StateMachine machine) {
        throw new UnsupportedOperationException();
    }

    /** Orders and executes a command at every member; gives the result of {@link StateMachine#apply} at this one. */
    public CompletableFuture<byte[]> apply(byte[] command) {
        throw new UnsupportedOperationException();
    }

    /** Answers from this member's present state, which may lag behind; never goes back in time at one member. */
    public CompletableFuture<byte[]> readLocal(byte[] query) {
        throw new UnsupportedOperationException();
    }

    /** Answers from a state that contains everything that had completed at any member before the call. */
    public CompletableFuture<byte[]> readLinearizable(byte[] query) {
        throw new UnsupportedOperationException();
    }

    /** The broadcast beneath: status, listeners, waiting. */
    public AtomicBroadcast broadcast() {
        throw new UnsupportedOperationException();
    }

    /** Closes the channel. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

package io.abcast.jgroups.blocks;

import io.abcast.jgroups.AbcastException;
import io.abcast.jgroups.AtomicBroadcast;
import io.abcast.jgroups.ReadCallback;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Interference;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import org.jgroups.JChannel;

/**
 * A {@link StateMachine} that is replicated over a {@link JChannel}. The channel's stack must contain an ordering
 * protocol, such as {@code ZAB}.
 *
 * <p><b>Thread rule:</b> any thread may call any method. The futures of all methods fail with {@link AbcastException}.
 */
public final class ReplicatedStateMachine implements AutoCloseable {
    private final AtomicBroadcast broadcast;
    private final StateMachine machine;

    private ReplicatedStateMachine(AtomicBroadcast broadcast, StateMachine machine) {
        this.broadcast = broadcast;
        this.machine = machine;
    }

    /**
     * Attaches the state machine {@code machine} to the channel; see {@link AtomicBroadcast#on(JChannel, Receiver)}.
     */
    public static ReplicatedStateMachine on(JChannel channel, StateMachine machine) {
        return on(channel, machine, Interference.ALL);
    }

    /**
     * Attaches the state machine {@code machine} to the channel with an interference; see {@link
     * AtomicBroadcast#on(JChannel, Receiver, Interference)}. Above {@code EPAXOS} only commands that interfere have one
     * order at all members, so the effects of others must not depend on it.
     */
    public static ReplicatedStateMachine on(
            JChannel channel, StateMachine machine, Interference interference) {
        return new ReplicatedStateMachine(
                AtomicBroadcast.on(channel, new Adapter(machine), interference), machine);
    }

    /**
     * Orders a command and executes the command at every member. The returned future completes with the result of
     * {@link StateMachine#apply} at this member.
     */
    public CompletableFuture<byte[]> apply(byte[] command) {
        ResultFuture<byte[]> future = new ResultFuture<>(result -> (byte[]) result);
        broadcast.abcast(command, future);
        return future;
    }

    /**
     * Answers a query from the present state of this member. This state may lag behind the state of other members. The
     * answer to a later query at this member never comes from a state before that of an earlier query.
     */
    public CompletableFuture<byte[]> readLocal(byte[] query) {
        CompletableFuture<byte[]> future = new CompletableFuture<>();
        AbcastException refusal = broadcast.tryExecute(() -> answer(query, future));
        if (refusal != null) future.completeExceptionally(refusal);
        return future;
    }

    /**
     * Answers a query linearizably: from a state that includes all commands that had completed at any member before the
     * call.
     */
    public CompletableFuture<byte[]> readLinearizable(byte[] query) {
        return readLinearizable(query, new String[0]);
    }

    /**
     * Answers a query linearizably like {@link #readLinearizable(byte[])}, for a query that depends only on some keys,
     * see {@link AtomicBroadcast#linearize(String...)}.
     */
    public CompletableFuture<byte[]> readLinearizable(byte[] query, String... keys) {
        CompletableFuture<byte[]> future = new CompletableFuture<>();
        broadcast.linearize(
                new ReadCallback() {
                    @Override
                    public void onReady() {
                        answer(query, future);
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        future.completeExceptionally(why);
                    }
                },
                keys);
        return future;
    }

    /** Returns the {@link AtomicBroadcast} that orders the commands of the state machine. */
    public AtomicBroadcast broadcast() {
        return broadcast;
    }

    /** Closes the channel. */
    @Override
    public void close() {
        broadcast.close();
    }

    private void answer(byte[] query, CompletableFuture<byte[]> future) {
        try {
            future.complete(machine.read(query));
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    private record Adapter(StateMachine machine) implements Receiver {
        @Override
        public Object abdeliver(long zxid, int origin, byte[] payload) {
            return machine.apply(zxid, payload);
        }

        @Override
        public Storage.SnapshotWriter snapshot() {
            return machine.snapshot();
        }

        @Override
        public void restore(InputStream content) throws IOException {
            machine.restore(content);
        }
    }
}

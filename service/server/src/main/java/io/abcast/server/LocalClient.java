package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A client in the server's own process, which calls the replica instead of using a connection. Only the client's loop,
 * an executor that runs one task after another, may call the client, and callbacks run on this loop. Writes during one
 * run of the loop go to the member as one batch. The member answers BUSY to requests beyond its bounds.
 *
 * <p>Writes of a local client have no session, so the store cannot recognise a repeated write and applies it again.
 */
public final class LocalClient {
    /** Receives the answer to one request of a local client; the client's loop calls the callback once. */
    public interface Callback {
        void completed(Answer answer);
    }

    /** The answer to a request of a local client. Only the client's loop may use the answer. */
    public interface Answer {
        /**
         * The code of the request's outcome. OK and NOT_FOUND mean success, TIMEOUT and FAILED an unknown outcome, any
         * other code a failure.
         */
        ReplyCode code();

        /** The reason why the request failed; {@code null} if the request succeeded. */
        String text();

        /** The position of the answered write in the total order. */
        long zxid();

        /** Returns a copy of the value that a read returned; {@code null} if the key does not exist. */
        byte[] value();
    }

    private final Replica replica;
    private final SubmissionQueue submissions;
    private final CompletionQueue completions;

    LocalClient(Replica replica, Executor loop) {
        this.replica = replica;
        submissions = new SubmissionQueue(loop, replica);
        completions = new CompletionQueue(loop, () -> {});
    }

    /**
     * Stores a value under a key.
     *
     * @param key key of 1 to {@link Command#KEY_BYTES_MAX} bytes
     * @throws IllegalArgumentException if {@code key} has a wrong length
     */
    public void put(byte[] key, byte[] value, Callback callback) {
        check(key);
        byte[] command = Command.put(0, 0, key, value);
        submissions.add(command, new Pending(Op.PUT, command.length, key, callback));
    }

    /**
     * Stores one value under several keys, as one transaction over the keys' partitions.
     *
     * @param keys keys of the write, each with a length that {@link #put} allows
     * @throws IllegalArgumentException if a key has a wrong length, or if the protocol does not order all writes
     */
    public void putAll(List<byte[]> keys, byte[] value, Callback callback) {
        if (replica.partitions() == 0)
            throw new IllegalArgumentException(
                    "expected a server whose protocol orders all writes, got one with another protocol");
        for (byte[] key : keys) check(key);
        byte[] command = MultiPut.encode(0, 0, keys, value);
        submissions.add(command, new Pending(Op.PUTS, command.length, keys.get(0), callback));
    }

    /**
     * Reads a key from the local state of the member, which may miss the latest writes.
     *
     * @param key key of 1 to {@link Command#KEY_BYTES_MAX} bytes
     */
    public void get(byte[] key, Callback callback) {
        check(key);
        // If this method called the callback directly, a callback that reads again would recurse.
        Pending read = new Pending(Op.GET, key.length, key, callback);
        if (!replica.holds(key)) replica.linearize(key, read);
        else if (!replica.readable()) read.failed(ReplyCode.NOT_READY, "no state yet");
        else read.done(0, replica.get(key) == null ? WriteResult.NOT_FOUND : WriteResult.OK);
    }

    /**
     * Reads a key linearizably: the value includes every write that any member answered before this call.
     *
     * @param key key of 1 to {@link Command#KEY_BYTES_MAX} bytes
     */
    public void read(byte[] key, Callback callback) {
        check(key);
        submissions.submit();
        replica.linearize(key, new Pending(Op.READ, key.length, key, callback));
    }

    private static void check(byte[] key) {
        try {
            Command.checkKey(key.length);
        } catch (MalformedFrameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private final class Pending extends ClientRequest implements Answer {
        private final byte[] key;
        private final Callback callback;

        Pending(Op op, int bytes, byte[] key, Callback callback) {
            super(op, 0, System.nanoTime(), bytes);
            this.key = key;
            this.callback = callback;
        }

        @Override
        CompletionQueue queue() {
            return completions;
        }

        @Override
        void reply() {
            callback.completed(this);
        }

        @Override
        public ReplyCode code() {
            return code;
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public long zxid() {
            return zxid;
        }

        @Override
        public byte[] value() {
            Item found = hasItem ? item : replica.get(key);
            if (found == null) return null;
            return Arrays.copyOfRange(found.bytes(), found.offset(), found.bytes().length);
        }
    }
}

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
 * A client in the server's own process, which calls the replica instead of using a connection. The client has a loop,
 * which runs one task after the other. The methods of the client may be called on that loop only, and its callbacks run
 * on that loop. Writes that are submitted during one run of the loop go to the member as one batch, like the writes of
 * a connection. The client does not bound the requests in flight; the member answers BUSY to requests beyond its own
 * bounds.
 *
 * <p>Writes have no session, so a repeated write is applied again.
 */
public final class LocalClient {
    /** Receives the result of one request. Called once, on the client's loop. */
    public interface Callback {
        void completed(Answer answer);
    }

    /** The result of a request. Used on the client's loop only. */
    public interface Answer {
        /**
         * The outcome. OK and NOT_FOUND mean that the request succeeded. After any other code, the request has failed
         * or its outcome is unknown, as after TIMEOUT and FAILED.
         */
        ReplyCode code();

        /** The reason of a failure; {@code null} if the request succeeded. */
        String text();

        /** The position of a write in the total order. */
        long zxid();

        /**
         * For a read, a copy of the value; {@code null} if the key does not exist. The value may be newer than the kind
         * of read requires.
         */
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
     * @param key 1..{@link Command#KEY_BYTES_MAX} bytes
     * @throws IllegalArgumentException if the key has a wrong length
     */
    public void put(byte[] key, byte[] value, Callback callback) {
        check(key);
        byte[] command = Command.put(0, 0, key, value);
        submissions.add(command, new Pending(Op.PUT, command.length, key, callback));
    }

    /**
     * Stores a value under several keys, as one transaction over their partitions.
     *
     * @param keys each as in {@link #put}
     * @throws IllegalArgumentException if a key has a wrong length, or the protocol does not order all writes
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
     * Reads the local state. The read is sequentially consistent, and may miss the latest writes. The arguments are as
     * in {@link #put}.
     */
    public void get(byte[] key, Callback callback) {
        check(key);
        // The answer goes through the queue and not directly to the callback. Otherwise a callback
        // that reads again would cause a recursion.
        Pending read = new Pending(Op.GET, key.length, key, callback);
        if (!replica.holds(key)) replica.linearize(key, read);
        else if (!replica.readable()) read.failed(ReplyCode.NOT_READY, "no state yet");
        else read.done(0, replica.get(key) == null ? WriteResult.NOT_FOUND : WriteResult.OK);
    }

    /**
     * A linearizable read: the value includes every write that was answered before this call. The arguments are as in
     * {@link #put}.
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

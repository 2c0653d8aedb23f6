package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.concurrent.Executor;

/**
 * A client in the server's own process, which calls the replica instead of using a connection. Its loop runs one task
 * after the other; the client is used on that loop only, and its callbacks run there. Writes of one run of the loop go
 * to the member as one batch, like the writes of a connection. The client does not bound the requests in flight: the
 * member refuses requests beyond its own bounds (BUSY).
 *
 * <p>Writes have no session, so a repeated write is applied again.
 */
public final class LocalClient {
    /** Receives the result of a request, on the client's loop, once. */
    public interface Callback {
        void completed(Answer answer);
    }

    /** The result of a request. Used on the client's loop only. */
    public interface Answer {
        /**
         * OK and NOT_FOUND: the request succeeded. Other codes: the request failed, or its outcome is unknown (TIMEOUT,
         * FAILED).
         */
        ReplyCode code();

        /** The reason of a failure; {@code null} if the request succeeded. */
        String text();

        /** The position of a write in the total order. */
        long zxid();

        /**
         * A copy of the present value for a read, which is at least as new as the read requires; {@code null} if the
         * key does not exist.
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

    /** Reads the local state: sequentially consistent, possibly old. The arguments are as in {@link #put}. */
    public void get(byte[] key, Callback callback) {
        check(key);
        // The answer goes through the queue, so that a caller that reads again in its callback does
        // not recurse.
        Pending read = new Pending(Op.GET, key.length, key, callback);
        if (!replica.readable()) read.failed(ReplyCode.NOT_READY, "no state yet");
        else read.done(0, replica.get(key) == null ? WriteResult.NOT_FOUND : WriteResult.OK);
    }

    /** Reads a value at least as new as every write answered before this call. The arguments are as in {@link #put}. */
    public void read(byte[] key, Callback callback) {
        check(key);
        submissions.submit();
        replica.linearize(new Pending(Op.READ, key.length, key, callback));
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
            Item item = replica.get(key);
            if (item == null) return null;
            return Arrays.copyOfRange(item.bytes(), item.offset(), item.bytes().length);
        }
    }
}

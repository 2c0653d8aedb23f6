package io.abcast.server;

import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;

/**
 * One request of a client between its arrival and its reply. The thread that completes the request stores the result in
 * the request. The completing thread then passes the request to the event loop of the request's connection through a
 * {@link CompletionQueue}. The completion queue makes the result visible to the connection's event loop.
 */
abstract class ClientRequest {
    final Op op;
    final long id;
    final long receivedNanos;

    /** Number of bytes of memory that the request occupies until its reply. */
    final int bytes;

    ReplyCode code;
    String text;
    long zxid;
    long version;

    /**
     * The value that a read found at the read's place in the order, or the reply to an append; see {@link #gotItem}.
     */
    Item item;

    /** Whether {@link #item} is the answer to the request; if not, the connection reads the value from the replica. */
    boolean hasItem;

    /** The request that was added to the {@link CompletionQueue} directly before this request. */
    ClientRequest next;

    ClientRequest(Op op, long id, long receivedNanos, int bytes) {
        this.op = op;
        this.id = id;
        this.receivedNanos = receivedNanos;
        this.bytes = bytes;
    }

    /**
     * Completes the request with the request's position in the order and its result.
     *
     * @param result the result of the state machine; {@code null} for a read
     */
    final void done(long position, WriteResult result) {
        succeeded(position, result);
        queue().add(this);
    }

    /**
     * Completes the request, and adds the request's completion queue to {@code wakeups}. At the end of a batch of
     * completed requests, {@code wakeups} wakes all its queues.
     */
    final void done(long position, WriteResult result, Wakeups wakeups) {
        succeeded(position, result);
        if (queue().put(this)) wakeups.add(queue());
    }

    /**
     * Stores the value of a read, or the reply to an append, before the request is completed.
     *
     * @param value the value of the key; {@code null} if the key does not exist
     */
    final void gotItem(Item value) {
        item = value;
        hasItem = true;
    }

    private void succeeded(long position, WriteResult result) {
        zxid = position;
        code = ReplyCode.OK;
        if (result != null) {
            code = result.code();
            if (result.zxid() != 0) zxid = result.zxid();
            version = result.version();
        }
    }

    final void failed(ReplyCode why, String explanation) {
        code = why;
        text = explanation;
        queue().add(this);
    }

    /** Returns the queue that passes the completed request to the event loop of its connection. */
    abstract CompletionQueue queue();

    /** Answers the client that sent the request; the event loop of the request's connection calls {@code reply}. */
    abstract void reply();
}

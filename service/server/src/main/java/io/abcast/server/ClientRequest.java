package io.abcast.server;

import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;

/**
 * One request between its arrival and its reply. The thread that completes the request fills in the result. The thread
 * then passes the request to the event loop of the request's connection through a {@link CompletionQueue}, which makes
 * the result visible to that loop.
 */
abstract class ClientRequest {
    final Op op;
    final long id;
    final long receivedNanos;

    /** Number of bytes that the request occupies while it waits. */
    final int bytes;

    ReplyCode code;
    String text;
    long zxid;
    long version;

    /** The value of a read at its place in the order, or the reply to an append; see {@link #gotItem}. */
    Item item;

    /** Whether {@link #item} is the answer; otherwise a reader takes the value of its replica. */
    boolean hasItem;

    /** The request that was added to the {@link CompletionQueue} before this one. */
    ClientRequest next;

    ClientRequest(Op op, long id, long receivedNanos, int bytes) {
        this.op = op;
        this.id = id;
        this.receivedNanos = receivedNanos;
        this.bytes = bytes;
    }

    /**
     * Completes the request.
     *
     * @param result the result of the state machine; {@code null} for a read
     */
    final void done(long position, WriteResult result) {
        succeeded(position, result);
        queue().add(this);
    }

    /**
     * Completes the request, and adds the queue of the request to {@code wakeups}, which wakes all its queues at the
     * end of the batch.
     */
    final void done(long position, WriteResult result, Wakeups wakeups) {
        succeeded(position, result);
        if (queue().put(this)) wakeups.add(queue());
    }

    /**
     * Gives a read its value, or an append its reply, before the request is completed.
     *
     * @param value the value; {@code null} if the key does not exist
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

    /** Answers the client; called on the event loop of the request's connection. */
    abstract void reply();
}

package io.abcast.server;

import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;

/**
 * One request of a client between its arrival and its reply. The thread that completes the request, usually the
 * member's event loop, stores the result in this object. A {@link CompletionQueue} then passes the object to the event
 * loop of the client's connection, and makes the result visible to that loop.
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

    /** The value that an ordered read has returned, or the reply to an append; see {@link #gotItem}. */
    Item item;

    /**
     * Whether {@link #item} is the answer to the request. If {@code hasItem} is false, the client session looks the
     * value up in the replica when it encodes the reply.
     */
    boolean hasItem;

    /** Link of the {@link CompletionQueue}: the request that was added directly before this one. */
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
     * Completes the request, and adds the request's completion queue to {@code wakeups}. At the end of its batch, the
     * calling thread wakes all queues in {@code wakeups}.
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

    /** Sends the answer to the client. Only the event loop of the client's connection calls this method. */
    abstract void reply();
}

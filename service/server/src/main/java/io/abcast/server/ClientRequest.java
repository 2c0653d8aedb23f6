package io.abcast.server;

import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;

/**
 * One request of a client between its arrival and its reply. The thread that completes the request stores the result
 * here. A {@link CompletionQueue} then passes this object to the event loop of the client's connection, and makes the
 * result visible to that loop.
 */
abstract class ClientRequest {
    final Op op;
    final long id;
    final long receivedNanos;

    final int bytes;

    ReplyCode code;
    String text;
    long zxid;
    long version;

    Item item;

    /** Whether {@link #item} is the answer; if false, the session looks the value up when it encodes the reply. */
    boolean hasItem;

    ClientRequest next;

    ClientRequest(Op op, long id, long receivedNanos, int bytes) {
        this.op = op;
        this.id = id;
        this.receivedNanos = receivedNanos;
        this.bytes = bytes;
    }

    final void done(long position, WriteResult result) {
        succeeded(position, result);
        queue().add(this);
    }

    /**
     * Completes the request without waking its completion queue; the calling thread wakes all queues in {@code wakeups}
     * after its batch.
     */
    final void done(long position, WriteResult result, Wakeups wakeups) {
        succeeded(position, result);
        if (queue().put(this)) wakeups.add(queue());
    }

    /**
     * Stores the value of a read, or the reply to an append; called before {@link #done}.
     *
     * @param value {@code null} if the key does not exist
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

    abstract CompletionQueue queue();

    /** Sends the answer to the client; called only by the event loop of the client's connection. */
    abstract void reply();
}

package io.abcast.server;

import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;

/**
 * One request between its arrival and its reply. Filled in by whoever completes it, then handed to the
 * event loop of its connection through {@link CompletionQueue}, which orders the two threads' accesses.
 */
abstract class ClientRequest {
    final Op op;
    final long id;
    final long receivedNanos;

    /** Bytes it holds while it waits. */
    final int bytes;

    ReplyCode code;
    String text;
    long zxid;
    long version;

    /** Link of {@link CompletionQueue}. */
    ClientRequest next;

    ClientRequest(Op op, long id, long receivedNanos, int bytes) {
        this.op = op;
        this.id = id;
        this.receivedNanos = receivedNanos;
        this.bytes = bytes;
    }

    /** @param result what the state machine returned; {@code null} for a read */
    final void done(long position, WriteResult result) {
        succeeded(position, result);
        queue().add(this);
    }

    /** Likewise; its queue is woken with others. */
    final void done(long position, WriteResult result, Wakeups wakeups) {
        succeeded(position, result);
        if (queue().put(this)) wakeups.add(queue());
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

    /** What carries it to the event loop of its connection. */
    abstract CompletionQueue queue();

    /** Answers the client; called on the event loop of its connection. */
    abstract void reply();
}

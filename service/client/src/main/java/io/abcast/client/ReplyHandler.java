package io.abcast.client;

import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;

/** Receives the reply to one request, once, on the event loop of the connection. A handler must not block. */
@FunctionalInterface
public interface ReplyHandler {
    /**
     * Receives the reply.
     *
     * @param body the body of the reply, valid until the call returns; for {@link ReplyCode#DISCONNECTED} the reason,
     *     if it is known
     */
    void onReply(ReplyCode code, ByteBuf body);
}

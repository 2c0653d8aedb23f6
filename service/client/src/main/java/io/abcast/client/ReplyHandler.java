package io.abcast.client;

import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;

/**
 * Callback for the reply to one request. The event loop of the connection calls the handler exactly once; a handler
 * must not block.
 */
@FunctionalInterface
public interface ReplyHandler {
    /**
     * Receives the server's reply to the request.
     *
     * @param body the body of the reply, valid until the call returns; for {@link ReplyCode#DISCONNECTED}, the reason
     *     why the connection broke, if known
     */
    void onReply(ReplyCode code, ByteBuf body);
}

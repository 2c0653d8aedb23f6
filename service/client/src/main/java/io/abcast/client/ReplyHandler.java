package io.abcast.client;

import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;

/** Told the reply to one request, once, on the connection's event loop; must not block. */
@FunctionalInterface
public interface ReplyHandler {
    /** @param body valid until the call returns; of {@link ReplyCode#DISCONNECTED} why, if known */
    void onReply(ReplyCode code, ByteBuf body);
}

package io.abcast.zab;

import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** Frames of {@link ZabMessage}; under construction. */
public final class ZabCodec implements MessageCodec<ZabMessage> {
    public static final ZabCodec INSTANCE = new ZabCodec();

    private ZabCodec() {}

    @Override
    public void encode(ZabMessage message, WireWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ZabMessage decode(WireReader in) {
        throw new UnsupportedOperationException();
    }
}

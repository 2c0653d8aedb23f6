package io.abcast.jgroups;

import io.abcast.kernel.Hold;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/**
 * A message that says how {@link OMAHA} may hold it. On the wire, and for every other protocol, a plain {@link BytesMessage}: the
 * receiver gets one, and a copy of it is one.
 */
public final class HoldableMessage extends BytesMessage {
    private final Hold hold;
    private final long app;

    /**
     * @param app who sends: a number of {@link OMAHA#application}
     */
    public HoldableMessage(Address to, byte[] bytes, int offset, int length, Hold hold, long app) {
        super(to, bytes, offset, length);
        this.hold = hold;
        this.app = app;
    }

    Hold hold() {
        return hold;
    }

    long app() {
        return app;
    }
}

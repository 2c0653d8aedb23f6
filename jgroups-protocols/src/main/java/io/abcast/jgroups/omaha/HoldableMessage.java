package io.abcast.jgroups.omaha;

import io.abcast.kernel.Hold;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/**
 * A message that says how {@code OMAHA} may hold it. On the wire, and for every other protocol, a plain {@link BytesMessage}: the
 * receiver gets one, and a copy of it is one.
 */
public final class HoldableMessage extends BytesMessage {
    private final Hold hold;
    private final long app;
    private final long instance;

    /** Of no instance: the controller of {@code OMAHA} compares nothing with it. */
    public HoldableMessage(Address to, byte[] bytes, int offset, int length, Hold hold, long app) {
        this(to, bytes, offset, length, hold, app, 0);
    }

    /**
     * @param app who sends: a number of {@code OMAHA.application}
     * @param instance of the application, the same at all members; 0 if there is none. See {@code OMAHA.isControl}
     */
    public HoldableMessage(
            Address to, byte[] bytes, int offset, int length, Hold hold, long app, long instance) {
        super(to, bytes, offset, length);
        this.instance = instance;
        this.hold = hold;
        this.app = app;
    }

    public Hold hold() {
        return hold;
    }

    public long instance() {
        return instance;
    }

    public long app() {
        return app;
    }
}

package io.abcast.jgroups.omaha;

import io.abcast.kernel.Hold;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/**
 * A JGroups message that states for how long {@code OMAHA} may hold the message. On the wire and for every other
 * protocol, a holdable message is a plain {@link BytesMessage}.
 */
public final class HoldableMessage extends BytesMessage {
    private final Hold hold;
    private final long app;
    private final long instance;

    /** Creates a holdable message that belongs to no instance of the application. */
    public HoldableMessage(Address to, byte[] bytes, int offset, int length, Hold hold, long app) {
        this(to, bytes, offset, length, hold, app, 0);
    }

    /**
     * @param app number of the sending application, from {@code OMAHA.application}
     * @param instance number of the application's instance (unit of work whose latency is measured) to which the
     *     message belongs, equal at all members; 0 if none; see {@code OMAHA.isControl}
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

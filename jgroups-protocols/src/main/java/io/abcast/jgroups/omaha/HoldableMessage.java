package io.abcast.jgroups.omaha;

import io.abcast.kernel.Hold;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/**
 * A message that states how {@code OMAHA} may hold it. On the wire and for every other protocol, the message is a plain
 * {@link BytesMessage}. The receiver gets a {@code BytesMessage}, and a copy of the message is a {@code BytesMessage}
 * too.
 */
public final class HoldableMessage extends BytesMessage {
    private final Hold hold;
    private final long app;
    private final long instance;

    /**
     * Creates a message that belongs to no instance of the application. The controller of {@code OMAHA} ignores such
     * messages.
     */
    public HoldableMessage(Address to, byte[] bytes, int offset, int length, Hold hold, long app) {
        this(to, bytes, offset, length, hold, app, 0);
    }

    /**
     * @param app the sending application: a number of {@code OMAHA.application}
     * @param instance an instance of the application, the same at all members; 0 without one. See {@code
     *     OMAHA.isControl}
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

package io.abcast.jgroups;

import io.abcast.bulk.port.PortFigures;
import io.abcast.jgroups.port.GuardedSocketFactory;
import java.util.function.ToLongFunction;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;

/**
 * The figures of the {@link GuardedPort} of the stack's transport. All figures are 0 if the transport has no guarded
 * port.
 */
public abstract class PortAttributes extends HealthFigures {
    private long figure(ToLongFunction<PortFigures> figure) {
        return getTransport().getSocketFactory() instanceof GuardedSocketFactory factory
                ? figure.applyAsLong(factory.figures())
                : 0;
    }

    @ManagedAttribute(
            description = "Accepted connections whose peer has not identified itself yet",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getConnectionsUnknown() {
        return figure(PortFigures::unknown);
    }

    @ManagedAttribute(
            description =
                    "Accepted connections closed because TLS refused the peer, or because their first bytes are not"
                            + " those of a member",
            type = AttributeType.SCALAR)
    public long getConnectionsRefused() {
        return figure(PortFigures::refused);
    }

    @ManagedAttribute(
            description =
                    "Connections, accepted or opened, closed because the peer did not identify itself in time",
            type = AttributeType.SCALAR)
    public long getConnectionsLate() {
        return figure(PortFigures::late);
    }

    @ManagedAttribute(
            description =
                    "Accepted connections closed because too many peers had not identified themselves yet",
            type = AttributeType.SCALAR)
    public long getConnectionsEvicted() {
        return figure(PortFigures::evicted);
    }

    @ManagedAttribute(
            description =
                    "Failed attempts to accept a connection, for example without free file descriptors or threads",
            type = AttributeType.SCALAR)
    public long getConnectionsFailed() {
        return figure(PortFigures::failed);
    }
}

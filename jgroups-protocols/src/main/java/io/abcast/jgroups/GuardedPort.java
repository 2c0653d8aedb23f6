package io.abcast.jgroups;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import io.abcast.jgroups.port.GuardedSocketFactory;
import io.abcast.jgroups.port.Handshake;
import io.abcast.jgroups.port.PortSettings;
import io.abcast.jgroups.port.TlsHandshake;
import javax.net.ssl.SSLContext;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolHook;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.TLS;

/**
 * Makes the connections of JGroups' {@link TCP} wait for nobody:
 *
 * <pre>{@code <TCP after_creation_hook="io.abcast.jgroups.GuardedPort" .../>}</pre>
 *
 * <p>JGroups accepts one connection after the other and waits for each until it has said who it is; its TLS handshakes have no
 * time limit; and who sends waits until a connection has come up. So whoever connects and says nothing keeps the others out, and
 * a member that hangs in its handshake stops all that send to it. With this hook
 *
 * <ul>
 *   <li>accepted connections come up side by side, at most {@link PortGuard#UNKNOWN_MAX} at a time, each within {@code
 *       peer_addr_read_timeout} from its first packet to the name of the peer, TLS handshake included;
 *   <li>connections are made aside, with the same time for the handshake, and who sends waits at most {@code
 *       sock_conn_timeout} for one.
 * </ul>
 *
 * <p>The bytes on the wire are the same: a member with the hook and one without understand each other.
 */
public final class GuardedPort implements ProtocolHook {
    /** For JGroups, which makes one for each transport. */
    public GuardedPort() {}

    /** @throws IllegalArgumentException if the protocol is not TCP */
    @Override
    public void afterCreation(Protocol protocol) {
        if (!(protocol instanceof TCP tcp))
            throw new IllegalArgumentException(
                    "%s.after_creation_hook: expected TCP to be guarded, got %s"
                            .formatted(protocol.getName(), protocol.getClass().getName()));
        PortFigures figures = new PortFigures();
        tcp.setSocketFactory(
                new GuardedSocketFactory(
                        tcp.getSocketFactory(), new PortSettings(tcp, Handshake.NONE, figures)));
        tcp.tls(
                new TLS() {
                    @Override
                    public SocketFactory createSocketFactory(SSLContext context) {
                        Handshake handshake = new TlsHandshake(context, this);
                        return new GuardedSocketFactory(
                                super.createSocketFactory(context),
                                new PortSettings(tcp, handshake, figures));
                    }
                });
    }
}

package io.abcast.jgroups;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import io.abcast.jgroups.port.GuardedSocketFactory;
import io.abcast.jgroups.port.Handshake;
import io.abcast.jgroups.port.PortSettings;
import io.abcast.jgroups.port.StoppableBundler;
import io.abcast.jgroups.port.TlsHandshake;
import javax.net.ssl.SSLContext;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolHook;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.TLS;

/**
 * Keeps slow or silent peers of JGroups' {@link TCP} from blocking other connections:
 *
 * <pre>{@code <TCP after_creation_hook="io.abcast.jgroups.GuardedPort" .../>}</pre>
 *
 * <p>JGroups accepts one connection at a time and waits until the peer of that connection has identified itself. TLS
 * handshakes of JGroups have no time limit, and a sender waits until its connection is established. The {@code
 * GuardedPort} hook bounds the waits of JGroups for silent peers as follows:
 *
 * <ul>
 *   <li>The {@code GuardedPort} hook establishes accepted connections in parallel, at most {@link
 *       PortGuard#UNKNOWN_MAX} at a time. Each peer of an accepted connection must identify itself within {@code
 *       peer_addr_read_timeout}, which includes the TLS handshake.
 *   <li>The {@code GuardedPort} hook establishes outgoing connections in the background, also with the time limit
 *       {@code peer_addr_read_timeout} for the handshake. With the {@code GuardedPort} hook, a sender waits at most
 *       {@code sock_conn_timeout} for a connection.
 *   <li>The {@code GuardedPort} hook closes a connection if the peer needs more than two seconds to take 64 KiB, for
 *       example because the peer's host has lost its power. JGroups connects again to a peer whose connection was
 *       closed, as long as the peer is a member.
 *   <li>The {@code GuardedPort} hook lets all sender threads end with the channel. In JGroups, a message that is sent
 *       while the channel closes can start a sender thread that keeps the JVM running.
 * </ul>
 *
 * <p>{@code GuardedPort} does not change the bytes on the wire, so members with and without {@code GuardedPort}
 * interoperate.
 */
public final class GuardedPort implements ProtocolHook {
    /** JGroups calls this constructor. */
    public GuardedPort() {}

    /** @throws IllegalArgumentException if the protocol is not {@link TCP} */
    @Override
    public void afterCreation(Protocol protocol) {
        if (!(protocol instanceof TCP tcp))
            throw new IllegalArgumentException(
                    "%s.after_creation_hook: expected TCP to be guarded, got %s"
                            .formatted(protocol.getName(), protocol.getClass().getName()));
        StoppableBundler.replaceIn(tcp);
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

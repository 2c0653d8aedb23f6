package io.abcast.jgroups.port;

import io.abcast.bulk.port.PortFigures;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.spi.SelectorProvider;
import org.jgroups.util.SocketFactory;

/**
 * Creates the sockets of the JGroups transport as {@link GroupPort}s and {@link PeerSocket}s. The sockets of other
 * JGroups protocols come from the wrapped socket factory.
 */
public final class GuardedSocketFactory implements SocketFactory {
    /** JGroups' transport gives this name to a server socket at its creation, and {@link #CLIENT} to client sockets. */
    private static final String SERVER = "jgroups.tcp.server";

    private static final String CLIENT = "jgroups.tcp.sock";

    private final SocketFactory others;
    private final PortSettings settings;
    private final Connector connector;

    public GuardedSocketFactory(SocketFactory others, PortSettings settings) {
        this.others = others;
        this.settings = settings;
        connector = new Connector(settings);
    }

    public PortFigures figures() {
        return settings.figures();
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        if (!service.equals(SERVER)) return others.createServerSocket(service);
        return new GroupPort(settings);
    }

    @Override
    public Socket createSocket(String service) throws IOException {
        return service.equals(CLIENT)
                ? new PeerSocket(connector, settings)
                : others.createSocket(service);
    }

    @Override
    public Socket createSocket(String service, String host, int port) throws IOException {
        return others.createSocket(service, host, port);
    }

    @Override
    public Socket createSocket(String service, InetAddress address, int port) throws IOException {
        return others.createSocket(service, address, port);
    }

    @Override
    public Socket createSocket(
            String service, String host, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return others.createSocket(service, host, port, localAddress, localPort);
    }

    @Override
    public Socket createSocket(
            String service, InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return others.createSocket(service, address, port, localAddress, localPort);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port) throws IOException {
        return others.createServerSocket(service, port);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog)
            throws IOException {
        return others.createServerSocket(service, port, backlog);
    }

    @Override
    public ServerSocket createServerSocket(
            String service, int port, int backlog, InetAddress bindAddress) throws IOException {
        return others.createServerSocket(service, port, backlog, bindAddress);
    }

    @Override
    public SelectorProvider getSelectorProvider() {
        return others.getSelectorProvider();
    }

    @Override
    public DatagramSocket createDatagramSocket(String service) throws SocketException {
        return others.createDatagramSocket(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, SocketAddress bindAddress)
            throws SocketException {
        return others.createDatagramSocket(service, bindAddress);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port) throws SocketException {
        return others.createDatagramSocket(service, port);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port, InetAddress localAddress)
            throws SocketException {
        return others.createDatagramSocket(service, port, localAddress);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service) throws IOException {
        return others.createMulticastSocket(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, int port) throws IOException {
        return others.createMulticastSocket(service, port);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, SocketAddress bindAddress)
            throws IOException {
        return others.createMulticastSocket(service, bindAddress);
    }

    @Override
    public void close(Socket socket) throws IOException {
        others.close(socket);
    }

    @Override
    public void close(ServerSocket socket) throws IOException {
        others.close(socket);
    }

    @Override
    public void close(DatagramSocket socket) {
        others.close(socket);
    }
}

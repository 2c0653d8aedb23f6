package io.abcast.jgroups.port;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * A connection between members that JGroups sees as a plain socket. {@code PeerSocket} hides whether the connection
 * uses TLS, and replays the bytes that were read before JGroups got the connection.
 *
 * <p><b>Thread rule:</b> as for {@link Socket}.
 */
// Not synchronised: a thread that closes a socket must not wait for a thread that reads from it.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class PeerSocket extends Socket {
    private final Connector connector;
    private final PortSettings settings;
    private final byte[] read;
    private volatile Socket raw;
    private volatile Socket channel;

    PeerSocket(Connector connector, PortSettings settings) {
        this.connector = connector;
        this.settings = settings;
        read = new byte[0];
        raw = new Socket();
        channel = raw;
    }

    /**
     * @param channel the socket for the bytes: {@code raw}, or the TLS socket that wraps {@code raw}
     * @param read bytes already read from {@code channel}, which the stream of {@link #getInputStream} returns again
     */
    PeerSocket(Socket raw, Socket channel, byte[] read, PortSettings settings) {
        connector = null;
        this.settings = settings;
        this.raw = raw;
        this.channel = channel;
        this.read = read;
    }

    /**
     * If the connection is established after {@code timeoutMillis}, the connector keeps it for the next socket to this
     * address.
     */
    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
        if (connector == null) throw new SocketException("already connected");
        Socket own = raw;
        // After the start of a connection attempt, the attempt owns the previous raw socket, even
        // if this socket is closed.
        raw = new Socket();
        channel = raw;
        Connector.Connected made = connector.connect(endpoint, timeoutMillis, own);
        raw = made.raw();
        channel = made.channel();
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream rest = channel.getInputStream();
        return read.length == 0
                ? rest
                : new SequenceInputStream(new ByteArrayInputStream(read), rest);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        // A late write must close the TCP connection and not the TLS connection, because closing
        // TLS would write to the peer.
        Socket closed = raw;
        return new WatchedOutput(
                channel.getOutputStream(),
                closed,
                WatchedOutput.LIMIT_NANOS,
                () ->
                        settings.log(
                                "closed the connection to "
                                        + closed.getRemoteSocketAddress()
                                        + ", which took no bytes in time"));
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            raw.close();
        }
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public boolean isClosed() {
        return raw.isClosed() || channel.isClosed();
    }

    @Override
    public boolean isInputShutdown() {
        return channel.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return channel.isOutputShutdown();
    }

    @Override
    public void bind(SocketAddress address) throws IOException {
        raw.bind(address);
    }

    @Override
    public boolean isBound() {
        return raw.isBound();
    }

    @Override
    public boolean isConnected() {
        return raw.isConnected();
    }

    @Override
    public InetAddress getInetAddress() {
        return raw.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return raw.getLocalAddress();
    }

    @Override
    public int getPort() {
        return raw.getPort();
    }

    @Override
    public int getLocalPort() {
        return raw.getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return raw.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return raw.getLocalSocketAddress();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        raw.setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return raw.getTcpNoDelay();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        raw.setSoLinger(on, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return raw.getSoLinger();
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        raw.setSoTimeout(millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return raw.getSoTimeout();
    }

    @Override
    public void setSendBufferSize(int bytes) throws SocketException {
        raw.setSendBufferSize(bytes);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return raw.getSendBufferSize();
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        raw.setReceiveBufferSize(bytes);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return raw.getReceiveBufferSize();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        raw.setKeepAlive(on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return raw.getKeepAlive();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        raw.setReuseAddress(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return raw.getReuseAddress();
    }

    @Override
    public void setTrafficClass(int trafficClass) throws SocketException {
        raw.setTrafficClass(trafficClass);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return raw.getTrafficClass();
    }

    @Override
    public String toString() {
        return channel.toString();
    }
}

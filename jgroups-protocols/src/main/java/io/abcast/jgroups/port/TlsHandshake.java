package io.abcast.jgroups.port;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jgroups.util.TLS;

/**
 * Establishes TLS over an existing TCP connection. If a handshake takes too long, the waiting code closes the TCP
 * connection and not the TLS socket, which may wait for the peer.
 */
public final class TlsHandshake implements Handshake {
    private final SSLContext context;
    private final TLS settings;

    public TlsHandshake(SSLContext context, TLS settings) {
        this.context = context;
        this.settings = settings;
    }

    @Override
    public Socket shake(Socket raw, boolean client) throws IOException {
        String host = raw.getInetAddress().getHostAddress();
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(raw, host, raw.getPort(), true);
        socket.setUseClientMode(client);
        SSLParameters parameters = socket.getSSLParameters();
        if (settings.getProtocols() != null) parameters.setProtocols(settings.getProtocols());
        if (settings.getCipherSuites() != null)
            parameters.setCipherSuites(settings.getCipherSuites());
        if (!client) {
            parameters.setSNIMatchers(settings.getSniMatchers());
            switch (settings.getClientAuth()) {
                case NEED -> parameters.setNeedClientAuth(true);
                case WANT -> parameters.setWantClientAuth(true);
                default -> {
                    // If the setting of client authentication is neither NEED nor WANT, the server
                    // requests no client certificate.
                }
            }
        }
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        // Closing a TLS socket must not wait for a lock that a blocked writer holds; JGroups uses
        // this setting too (JGRP-2748).
        socket.setSoLinger(true, 0);
        return socket;
    }
}

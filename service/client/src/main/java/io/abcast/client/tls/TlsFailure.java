package io.abcast.client.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Describes a TLS failure in one line for operators. The description never contains bytes that the peer sent. */
public final class TlsFailure {
    private static final int TEXT_MAX = 200;

    /** The message of the JDK's exception if a client has no certificate that the server accepts. */
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private TlsFailure() {}

    /** Returns the line that describes the TLS failure {@code failure}; {@code null} for any other failure. */
    public static String text(Throwable failure) {
        SSLException found = null;
        Throwable certificate = null;
        int depth = 0;
        for (Throwable t = failure; t != null && depth < 16; t = t.getCause(), depth++) {
            if (t instanceof NotSslRecordException)
                return "TLS: expected a handshake, got other bytes; the peer does not use TLS";
            if (t instanceof SSLException ssl) found = ssl;
            if (t instanceof CertificateException
                    || t instanceof java.security.cert.CertPathBuilderException) certificate = t;
        }
        if (certificate != null)
            return "TLS: the certificate of the peer is not accepted here: "
                    + cut(certificate.getMessage());
        if (found == null) return null;
        String message = found.getMessage();
        // In newer JDKs, the message of the exception begins with the name of the TLS alert.
        if (message != null && message.endsWith(NO_CERTIFICATE))
            return "TLS: the peer has no certificate that is accepted here";
        return "TLS: " + cut(message);
    }

    private static String cut(String message) {
        if (message == null) return "no reason given";
        String line = message.lines().findFirst().orElse("");
        return line.length() <= TEXT_MAX ? line : line.substring(0, TEXT_MAX);
    }
}

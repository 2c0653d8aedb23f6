package io.abcast.client.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** What went wrong with TLS, in a line for people; what the other side sent is not repeated in it. */
public final class TlsFailure {
    private static final int TEXT_MAX = 200;

    /** What the JDK says of a client that has no certificate of a name that the server asked for. */
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private TlsFailure() {}

    /** The line; {@code null} if the failure has nothing to do with TLS. */
    public static String text(Throwable failure) {
        SSLException found = null;
        Throwable certificate = null;
        int depth = 0;
        for (Throwable t = failure; t != null && depth < 16; t = t.getCause(), depth++) {
            if (t instanceof NotSslRecordException)
                return "TLS: expected a handshake, got other bytes; the other side does not use TLS";
            if (t instanceof SSLException ssl) found = ssl;
            if (t instanceof CertificateException
                    || t instanceof java.security.cert.CertPathBuilderException) certificate = t;
        }
        if (certificate != null)
            return "TLS: its certificate is not among those accepted here: "
                    + cut(certificate.getMessage());
        if (found == null) return null;
        String message = found.getMessage();
        // Newer JDKs put the name of the alert before it.
        if (message != null && message.endsWith(NO_CERTIFICATE))
            return "TLS: it has shown no certificate that is accepted here";
        return "TLS: " + cut(message);
    }

    private static String cut(String message) {
        if (message == null) return "no reason given";
        String line = message.lines().findFirst().orElse("");
        return line.length() <= TEXT_MAX ? line : line.substring(0, TEXT_MAX);
    }
}

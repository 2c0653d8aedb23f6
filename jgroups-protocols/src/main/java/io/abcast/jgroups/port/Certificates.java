package io.abcast.jgroups.port;

import io.abcast.jgroups.health.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.Protocol;
import org.jgroups.util.TLS;

/** Finds, among the TLS certificates of a member, the certificate that expires first. */
public final class Certificates {
    private Certificates() {}

    /**
     * Returns the TLS certificate that expires first in the key store of the stack's transport; {@code null} without
     * TLS, or if the key store cannot be read.
     */
    public static Sample.Certificate firstToEnd(Protocol transport) {
        if (!(transport instanceof TCP tcp)) return null;
        TLS tls = tcp.tls();
        if (tls == null || !tls.enabled() || tls.getKeystorePath() == null) return null;
        String password = tls.getKeystorePassword();
        return firstToEnd(
                Path.of(tls.getKeystorePath()),
                tls.getKeystoreType(),
                password == null ? null : password.toCharArray());
    }

    /**
     * Returns the TLS certificate that expires first in a given key store; {@code null} if the key store cannot be
     * read.
     */
    public static Sample.Certificate firstToEnd(Path file, String type, char[] password) {
        Sample.Certificate first = null;
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(type == null ? "PKCS12" : type);
            store.load(in, password);
            for (String alias : Collections.list(store.aliases())) {
                Certificate found = store.getCertificate(alias);
                if (!(found instanceof X509Certificate x)) continue;
                if (first == null || x.getNotAfter().toInstant().isBefore(first.ends()))
                    first =
                            new Sample.Certificate(
                                    file.toString(), alias, x.getNotAfter().toInstant());
            }
        } catch (IOException | GeneralSecurityException e) {
            return null;
        }
        return first;
    }
}

package io.abcast.client.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Opens the key stores for TLS on a client port. Server and client each have their own key and certificate, and accept
 * only certificates in their own key stores. Client ports use only TLS 1.3. The certificates contain names of clients
 * or servers, but no host names. The scripts {@code config/make-keys.sh} and {@code config/make-client-keys.sh} make
 * the key stores.
 */
public final class ClientKeys {
    /**
     * System property with the password of all key stores; the property takes precedence over {@link
     * #PASSWORD_VARIABLE}.
     */
    public static final String PASSWORD_PROPERTY = "abcast.keystore_password";

    /** Environment variable with the password of all key stores. */
    public static final String PASSWORD_VARIABLE = "ABCAST_KEYSTORE_PASSWORD";

    private static final String TYPE = "PKCS12";
    private static final String PROTOCOL = "TLSv1.3";

    private ClientKeys() {}

    /**
     * Opens the key stores of a server: {@code server-ID.p12} contains the server's key, and {@code clients.p12}
     * contains the certificates of the clients.
     *
     * @throws IOException with a one-line message, if a key store is missing or its password does not open it
     */
    public static SslContext ofServer(Path directory, int id) throws IOException {
        char[] password = password();
        Path own = directory.resolve("server-" + id + ".p12");
        KeyManagerFactory key = key(own, "this server's key", password);
        try {
            return SslContextBuilder.forServer(key)
                    .trustManager(trust(directory.resolve("clients.p12"), "clients'", password))
                    .clientAuth(ClientAuth.REQUIRE)
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOL)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(own + ": " + e.getMessage(), e);
        }
    }

    /**
     * Opens the key stores of a client: {@code client-NAME.p12} contains the client's key, and {@code trust.p12}
     * contains the certificates of the servers.
     *
     * @throws IOException with a one-line message, if a key store is missing or its password does not open it
     */
    public static SslContext ofClient(Path directory, String name) throws IOException {
        char[] password = password();
        Path own = directory.resolve("client-" + name + ".p12");
        KeyManagerFactory key = key(own, "this client's key", password);
        try {
            return SslContextBuilder.forClient()
                    .keyManager(key)
                    .trustManager(trust(directory.resolve("trust.p12"), "servers'", password))
                    // Netty checks host names by default, but the certificates of servers contain
                    // no host names.
                    .endpointIdentificationAlgorithm(null)
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOL)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(own + ": " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory key(Path file, String what, char[] password)
            throws IOException {
        KeyStore store = open(file, what, password);
        try {
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            return keys;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": expected " + what + ": " + e.getMessage(), e);
        }
    }

    private static TrustManagerFactory trust(Path file, String whose, char[] password)
            throws IOException {
        String what = "the " + whose + " certificates";
        KeyStore store = open(file, what, password);
        try {
            if (store.size() == 0)
                throw new IOException(file + ": expected " + what + ", the store is empty");
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return trust;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": expected " + what + ": " + e.getMessage(), e);
        }
    }

    private static KeyStore open(Path file, String what, char[] password) throws IOException {
        String where = file + ": expected " + what;
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(in, password);
            return store;
        } catch (NoSuchFileException e) {
            throw new IOException(
                    where
                            + ", found no such file; config/make-keys.sh and config/make-client-keys.sh make the"
                            + " keys",
                    e);
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException)
                throw new IOException(
                        file
                                + ": the password in "
                                + PASSWORD_VARIABLE
                                + " does not open the key store",
                        e);
            throw new IOException(where + " in a PKCS12 store, found " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IOException(where + " in a PKCS12 store: " + e.getMessage(), e);
        }
    }

    private static char[] password() throws IOException {
        String value = System.getProperty(PASSWORD_PROPERTY, System.getenv(PASSWORD_VARIABLE));
        if (value == null || value.isEmpty())
            throw new IOException(
                    "client keys: expected the password of the key stores in the environment variable "
                            + PASSWORD_VARIABLE
                            + " or the system property "
                            + PASSWORD_PROPERTY
                            + ", got none");
        return value.toCharArray();
    }
}

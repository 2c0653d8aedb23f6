package io.abcast.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.util.Util;

/**
 * Checks the key stores of a stack before JGroups opens them. JGroups reports a missing key store as a null pointer,
 * and a wrong password without the name of the file.
 */
final class TlsKeys {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^:}]+)(?::[^}]*)?}");

    private record Store(String path, String password, String type, String what) {}

    private static final List<Store> STORES =
            List.of(
                    new Store(
                            "tls.keystore_path",
                            "tls.keystore_password",
                            "tls.keystore_type",
                            "this server's key, server-N.p12"),
                    new Store(
                            "tls.truststore_path",
                            "tls.truststore_password",
                            "tls.truststore_type",
                            "the certificates of all servers, trust.p12"),
                    new Store(
                            "auth_token.keystore_path",
                            "auth_token.keystore_password",
                            "auth_token.keystore_type",
                            "the group's key, group.p12"));

    private TlsKeys() {}

    static void check(List<ProtocolConfiguration> protocols) throws IOException {
        for (ProtocolConfiguration protocol : protocols) {
            Map<String, String> attributes = protocol.getProperties();
            if ("false".equals(attributes.getOrDefault("tls.enabled", "true")))
                continue; // the other TLS attributes have no effect
            for (Store store : STORES)
                if (attributes.containsKey(store.path)) check(store, attributes);
        }
    }

    private static void check(Store store, Map<String, String> attributes) throws IOException {
        String file = value(store.path, attributes, store.what);
        String password = value(store.password, attributes, "the password of " + file);
        String type = Util.substituteVariable(attributes.getOrDefault(store.type, "PKCS12"));
        String where = store.path + " " + file + ": expected " + store.what;
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore.getInstance(type).load(in, password.toCharArray());
        } catch (NoSuchFileException e) {
            throw new IOException(where + ", found no such file" + keys(), e);
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException)
                throw new IOException(
                        store.path
                                + " "
                                + file
                                + ": expected its password in "
                                + named(attributes.get(store.password), store.password)
                                + ", but the password there does not open the key store",
                        e);
            throw new IOException(where + " in a " + type + " store, found " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IOException(where + " in a " + type + " store: " + e.getMessage(), e);
        }
    }

    private static String value(String attribute, Map<String, String> attributes, String what)
            throws IOException {
        String written = attributes.get(attribute);
        String value = written == null ? null : Util.substituteVariable(written);
        if (value != null && !value.isBlank() && !VARIABLE.matcher(value).matches()) return value;
        throw new IOException(
                attribute
                        + ": expected "
                        + what
                        + ", got no value: "
                        + named(written, attribute)
                        + " is not set"
                        + keys());
    }

    /**
     * Returns the name of the system property or environment variable that sets {@code attribute}; the name of the
     * attribute if the stack file sets it itself.
     */
    private static String named(String written, String attribute) {
        Matcher variable = VARIABLE.matcher(written == null ? "" : written);
        if (!variable.matches()) return attribute;
        String[] names = variable.group(1).split(",", 2);
        return "-D"
                + names[0]
                + (names.length == 1 ? "" : " (or " + names[1] + " in the environment)");
    }

    private static String keys() {
        return "; config/make-keys.sh makes the keys, see the head of config/zab-tls.xml";
    }
}

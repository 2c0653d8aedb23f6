package io.abcast.jgroups;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Creates the Ed25519 key pairs that {@code FBP} reads from {@code keys_dir}. The key pair of member N is in the PEM
 * files {@code N.key}, with mode 0600, and {@code N.pub}. The format of a private key is PKCS #8, and the format of a
 * public key is X.509, as openssl writes them.
 *
 * <p>{@code FbpKeys} uses only the JDK, so that {@code config/make-fbp-keys.sh} can run the source file without a
 * build.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code FbpKeys}, but only one thread at a time for each
 * directory.
 */
public final class FbpKeys {
    private static final int ID_MAX = 65_535;
    private static final int LINE = 64;

    private FbpKeys() {}

    /**
     * Creates one key pair per member in a directory, which is created with mode 0700 if it does not exist.
     *
     * @param ids server ids of the members, each in 1..65535
     * @return the written files in the order of {@code ids}; for each id, first the private key, then the public key
     * @throws FileAlreadyExistsException if a key file of a member already exists; the method has then written no file
     * @throws IllegalArgumentException if a server id is out of range
     */
    public static List<Path> make(Path dir, Collection<Integer> ids) throws IOException {
        for (int id : ids) {
            if (id < 1 || id > ID_MAX)
                throw new IllegalArgumentException("id: expected 1.." + ID_MAX + ", got " + id);
            for (Path file : List.of(privateKey(dir, id), publicKey(dir, id)))
                if (Files.exists(file))
                    throw new FileAlreadyExistsException(
                            file.toString(), null, "expected no key of that name yet");
        }
        Files.createDirectories(dir, mode(dir, "rwx------"));
        List<Path> made = new ArrayList<>();
        for (int id : ids) {
            KeyPair pair = generate();
            made.add(
                    write(
                            privateKey(dir, id),
                            "PRIVATE KEY",
                            pair.getPrivate().getEncoded(),
                            "rw-------"));
            made.add(
                    write(
                            publicKey(dir, id),
                            "PUBLIC KEY",
                            pair.getPublic().getEncoded(),
                            "rw-r--r--"));
        }
        return made;
    }

    /** Returns the path of the file with the private key of a member. */
    public static Path privateKey(Path dir, int id) {
        return dir.resolve(id + ".key");
    }

    /** Returns the path of the file with the public key of a member. */
    public static Path publicKey(Path dir, int id) {
        return dir.resolve(id + ".pub");
    }

    private static KeyPair generate() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected a JDK with Ed25519, 15 or newer", e);
        }
    }

    private static Path write(Path file, String what, byte[] der, String mode) throws IOException {
        Base64.Encoder lines =
                Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
        String pem =
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(what, lines.encodeToString(der), what);
        // The key file gets mode 0600 at its creation, so that other users can never read a private
        // key.
        Files.createFile(file, mode(file, mode));
        return Files.writeString(
                file, pem, StandardCharsets.US_ASCII, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static FileAttribute<?>[] mode(Path of, String mode) {
        Set<String> views = FileSystems.getDefault().supportedFileAttributeViews();
        if (!of.getFileSystem().equals(FileSystems.getDefault()) || !views.contains("posix"))
            return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        };
    }

    /**
     * Creates key pairs from the command line. The arguments are the directory and the server ids, in this order. The
     * exit code is 0 if the keys were created, 1 after a failure and 2 for wrong usage.
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: make-fbp-keys.sh DIRECTORY ID...");
            System.exit(2);
        }
        try {
            List<Integer> ids = new ArrayList<>();
            for (String id : List.of(args).subList(1, args.length)) ids.add(Integer.valueOf(id));
            for (Path file : make(Path.of(args[0]), ids)) System.out.println(file);
        } catch (NumberFormatException e) {
            System.err.println(
                    "make-fbp-keys.sh: expected server ids such as 1 2 3: " + e.getMessage());
            System.exit(2);
        } catch (IllegalArgumentException e) {
            System.err.println("make-fbp-keys.sh: " + e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("make-fbp-keys.sh: " + e.getMessage());
            System.exit(1);
        }
    }
}

package io.abcast.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Creates the signature keys of the members of {@code FBP} in tests. */
public final class TestKeys {
    private TestKeys() {}

    /**
     * Returns a directory below {@code dir} with the keys of the members 1 to {@code members}. The first call of
     * {@code in} for a directory creates the keys.
     */
    public static Path in(Path dir, int members) throws IOException {
        Path keys = dir.resolve("fbp-keys");
        if (!Files.exists(keys))
            FbpKeys.make(keys, IntStream.rangeClosed(1, members).boxed().toList());
        return keys;
    }

    /** If the protocol needs keys, sets its attribute {@code keys_dir} to the directory of the test keys. */
    static void give(AbcastProtocol protocol, Path dir, int members) throws IOException {
        if (protocol instanceof FBP) protocol.setValue("keys_dir", in(dir, members).toString());
    }
}

package io.abcast.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Creates the signature keys of the members of {@code FBP} in tests. */
public final class TestKeys {
    private TestKeys() {}

    public static Path in(Path dir, int members) throws IOException {
        Path keys = dir.resolve("fbp-keys");
        if (!Files.exists(keys))
            FbpKeys.make(keys, IntStream.rangeClosed(1, members).boxed().toList());
        return keys;
    }

    static void give(AbcastProtocol protocol, Path dir, int members) throws IOException {
        if (protocol instanceof FBP) protocol.setValue("keys_dir", in(dir, members).toString());
    }
}

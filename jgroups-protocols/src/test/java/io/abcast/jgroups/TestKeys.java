package io.abcast.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Makes the keys of FBP ensembles in tests. */
public final class TestKeys {
    private TestKeys() {}

    /** Returns the directory below {@code dir} with the keys of members 1..members, which the first call makes. */
    public static Path in(Path dir, int members) throws IOException {
        Path keys = dir.resolve("fbp-keys");
        if (!Files.exists(keys))
            FbpKeys.make(keys, IntStream.rangeClosed(1, members).boxed().toList());
        return keys;
    }

    /** Sets the attribute with the directory of these keys, if the protocol needs keys. */
    static void give(AbcastProtocol protocol, Path dir, int members) throws IOException {
        if (protocol instanceof FBP) protocol.setValue("keys_dir", in(dir, members).toString());
    }
}

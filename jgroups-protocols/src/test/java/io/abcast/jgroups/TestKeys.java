package io.abcast.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Keys for ensembles of FBP in tests. */
public final class TestKeys {
    private TestKeys() {}

    /** The keys of members 1..members below {@code dir}, made at the first call. */
    public static Path in(Path dir, int members) throws IOException {
        Path keys = dir.resolve("fbp-keys");
        if (!Files.exists(keys))
            FbpKeys.make(keys, IntStream.rangeClosed(1, members).boxed().toList());
        return keys;
    }

    /** Sets the directory of these keys at a protocol that needs keys. */
    static void give(AbcastProtocol protocol, Path dir, int members) throws IOException {
        if (protocol instanceof FBP) protocol.setValue("keys_dir", in(dir, members).toString());
    }
}

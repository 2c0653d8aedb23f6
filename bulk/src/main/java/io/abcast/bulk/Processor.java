package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.BlockDigest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects features of the processor of this host. */
final class Processor {
    private static final Path FEATURES = Path.of("/proc/cpuinfo");

    private Processor() {}

    /** SHA-256, unless the processor is known to lack instructions for SHA-256. */
    static BlockDigest fastestDigest() {
        try {
            return fastestDigest(Files.readString(FEATURES, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return BlockDigest.SHA_256;
        }
    }

    /**
     * @param features content of Linux's file about the processor, which lists features after "flags" on x86 and after
     *     "Features" on ARM
     */
    static BlockDigest fastestDigest(String features) {
        boolean told = false;
        for (String line : features.lines().toList()) {
            if (!line.startsWith("flags") && !line.startsWith("Features")) continue;
            told = true;
            String words = line + ' ';
            if (words.contains(" sha_ni ") || words.contains(" sha2 ")) return BlockDigest.SHA_256;
        }
        return told ? BlockDigest.SHA_512_256 : BlockDigest.SHA_256;
    }
}

package io.abcast.benchmark.compare;

import java.nio.file.Path;

/** The JVM that runs this, for its children. */
final class Jvm {
    private Jvm() {}

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}

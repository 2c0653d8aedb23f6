package io.abcast.fuzz;

/** Entry point of Jazzer for the target that the property {@code abcast.fuzz.target} names. */
public final class DecoderFuzzer {
    private static final Target TARGET = Targets.named(System.getProperty("abcast.fuzz.target"));

    private DecoderFuzzer() {}

    /** Jazzer finds this method by its name. */
    public static void fuzzerTestOneInput(byte[] input) {
        Gauge.accepts(TARGET, input);
    }
}

package io.abcast.fuzz;

/** Entry point of Jazzer for one target, which the property {@code abcast.fuzz.target} names. */
public final class DecoderFuzzer {
    private static final Target TARGET = Targets.named(System.getProperty("abcast.fuzz.target"));

    private DecoderFuzzer() {}

    /** Runs the target on one input. Jazzer requires the name of this method. */
    public static void fuzzerTestOneInput(byte[] input) {
        Gauge.accepts(TARGET, input);
    }
}

package io.abcast.fuzz;

/** Entry point of Jazzer for one target. The property {@code abcast.fuzz.target} names the target. */
public final class DecoderFuzzer {
    private static final Target TARGET = Targets.named(System.getProperty("abcast.fuzz.target"));

    private DecoderFuzzer() {}

    /** Runs the fuzz target on one input of Jazzer. Jazzer finds this method by its name. */
    public static void fuzzerTestOneInput(byte[] input) {
        Gauge.accepts(TARGET, input);
    }
}

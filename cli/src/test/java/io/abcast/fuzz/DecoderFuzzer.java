package io.abcast.fuzz;

/** What Jazzer calls: one target, named by the property {@code abcast.fuzz.target}. */
public final class DecoderFuzzer {
    private static final Target TARGET = Targets.named(System.getProperty("abcast.fuzz.target"));

    private DecoderFuzzer() {}

    /** Of Jazzer's name. */
    public static void fuzzerTestOneInput(byte[] input) {
        Gauge.accepts(TARGET, input);
    }
}

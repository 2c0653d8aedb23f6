package io.abcast.fuzz;

import java.util.List;
import java.util.Set;

/** A fuzz target: a decoder of input from unauthenticated peers. Only one thread at a time uses a fuzz target. */
public interface Target {
    String name();

    List<byte[]> seeds() throws Exception;

    /**
     * @return whether the decoder accepted the input; false if it refused the input by a declared exception or result.
     * @throws AssertionError if a second decoding gives another value than the first.
     * @throws Exception if the decoder throws an exception that it does not declare
     */
    boolean accepts(byte[] input) throws Exception;

    default long allocatedBytesMax(int inputBytes) {
        return (64L << 10) + 64L * inputBytes;
    }

    default Set<Class<?>> decoders() {
        return Set.of();
    }

    default int mutations() {
        return 20_000;
    }
}

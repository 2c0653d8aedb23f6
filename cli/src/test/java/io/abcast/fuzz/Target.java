package io.abcast.fuzz;

import java.util.List;
import java.util.Set;

/** A fuzz target: a decoder of input from unauthenticated peers. Used by one thread at a time. */
public interface Target {
    /** Name of the target, and of the directory of its corpus. */
    String name();

    /** Accepted inputs, one of each kind. */
    List<byte[]> seeds() throws Exception;

    /**
     * Reads the input. If the decoder accepts the input, checks that the decoded value, encoded and read again, gives
     * the same result.
     *
     * @return whether the input was accepted; false if it was refused in the declared way
     * @throws AssertionError if a property does not hold
     * @throws Exception undeclared exceptions of the decoder
     */
    boolean accepts(byte[] input) throws Exception;

    /** Maximum bytes that one call may allocate on the heap for an input of {@code inputBytes} bytes. */
    default long allocatedBytesMax(int inputBytes) {
        return (64L << 10) + 64L * inputBytes;
    }

    /**
     * The decoders of OMAHA, COOPER, FOREST and the group that this target runs; {@link DecodersTest} finds decoders
     * without a target.
     */
    default Set<Class<?>> decoders() {
        return Set.of();
    }

    /** Number of mutated inputs in the test suite; smaller for slow targets. */
    default int mutations() {
        return 20_000;
    }
}

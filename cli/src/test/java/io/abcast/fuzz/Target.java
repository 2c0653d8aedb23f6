package io.abcast.fuzz;

import java.util.List;
import java.util.Set;

/** A fuzz target: a decoder of input from unauthenticated peers. Only one thread at a time uses a fuzz target. */
public interface Target {
    /** Returns the name of the fuzz target, which is also the name of the directory of its corpus. */
    String name();

    /** Returns seed inputs that the target's decoder accepts, one input of each kind of message. */
    List<byte[]> seeds() throws Exception;

    /**
     * Decodes a fuzz input. If the decoder accepts the input, the method encodes the decoded value, decodes the bytes
     * again, and checks that both values are equal.
     *
     * @return whether the decoder accepted the input; false if the decoder refused the input by a declared exception or
     *     result.
     * @throws AssertionError if a second decoding gives another value than the first
     * @throws Exception if the decoder throws an exception that it does not declare
     */
    boolean accepts(byte[] input) throws Exception;

    /**
     * Returns the maximum number of bytes that one call of the decoder may allocate on the heap for an input of
     * {@code inputBytes} bytes.
     */
    default long allocatedBytesMax(int inputBytes) {
        return (64L << 10) + 64L * inputBytes;
    }

    /**
     * Returns the decoder classes of OMAHA, COOPER, FOREST and the JGroups group layer that this fuzz target runs.
     * {@link DecodersTest} finds decoders that no fuzz target runs.
     */
    default Set<Class<?>> decoders() {
        return Set.of();
    }

    /**
     * Returns the number of mutated inputs on which the test suite runs the target; slow targets return a smaller
     * number.
     */
    default int mutations() {
        return 20_000;
    }
}

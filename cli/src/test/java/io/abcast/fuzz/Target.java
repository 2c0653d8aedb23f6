package io.abcast.fuzz;

import java.util.List;
import java.util.Set;

/** Something that reads what strangers hand in. Used by one thread at a time. */
public interface Target {
    /** Of the target, and of the directory of its corpus. */
    String name();

    /** Inputs that are accepted, one of each kind. */
    List<byte[]> seeds() throws Exception;

    /**
     * Reads the input, and checks of what it accepts that encoding and reading it again changes nothing.
     *
     * @return whether it was accepted; false if it was refused in the way that is declared
     * @throws AssertionError if a property does not hold
     * @throws Exception anything that is not declared
     */
    boolean accepts(byte[] input) throws Exception;

    /** Bytes that one call may allocate on the heap for an input of that length. */
    default long allocatedBytesMax(int inputBytes) {
        return (64L << 10) + 64L * inputBytes;
    }

    /** The decoders of OMAHA, COOPER and the group that it exercises; {@link DecodersTest} looks for those that no target has. */
    default Set<Class<?>> decoders() {
        return Set.of();
    }

    /** Mutations tried in the suite; fewer where one takes long. */
    default int mutations() {
        return 20_000;
    }
}

package io.abcast.dissemination.cooper.code;

/**
 * The two arithmetic operations on which encoding and decoding are built. Both operations treat ranges of bytes as
 * vectors over {@link Gf256}. All implementations give the same bytes, and check ranges. Thread rule: only one thread
 * at a time may use an instance, because implementations reuse temporary arrays.
 */
public interface FieldKernel {
    /** Name of the implementation, for log lines and reports. */
    String name();

    /**
     * Computes {@code to += coefficient * from}.
     *
     * @param coefficient 0 to 255
     * @throws IndexOutOfBoundsException if a range exceeds its array
     */
    void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient);

    /**
     * Computes {@code to = sum of coefficients[i] * from[i]} over the first {@code count} sources. {@code to} must not
     * be an element of {@code from}.
     *
     * @param fromOffset the offset in every source
     * @param coefficients at least {@code count} coefficients, each taken as 0 to 255
     * @throws IndexOutOfBoundsException if a range exceeds its array
     */
    void combine(
            byte[] to,
            int toOffset,
            byte[][] from,
            int fromOffset,
            int length,
            byte[] coefficients,
            int count);
}

package io.abcast.dissemination.cooper.code;

/**
 * Arithmetic of network coding: two operations on ranges of bytes, which are vectors over the field {@link Gf256}. All
 * implementations compute equal results, and check that byte ranges lie within their arrays. Thread rule: only one
 * thread at a time may use a kernel, because implementations reuse temporary arrays.
 */
public interface FieldKernel {
    /** Name of the kernel, for log lines and reports. */
    String name();

    /**
     * Computes {@code to += coefficient * from}.
     *
     * @param coefficient factor of every byte of the range of {@code from}, from 0 to 255
     * @throws IndexOutOfBoundsException if a range of bytes exceeds its array
     */
    void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient);

    /**
     * Computes {@code to = sum of coefficients[i] * from[i]} over the first {@code count} arrays of {@code from}. The
     * array {@code to} must not occur in {@code from}.
     *
     * @param fromOffset the offset in bytes in every array of {@code from}.
     * @param coefficients at least {@code count} coefficients, each taken as 0 to 255
     * @throws IndexOutOfBoundsException if a range of bytes exceeds its array
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

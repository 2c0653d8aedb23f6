package io.abcast.dissemination.cooper.code;

/**
 * The two operations that all coding consists of, over ranges of bytes as vectors of {@link Gf256}. Every implementation gives
 * the same bytes. Ranges are checked. One thread at a time: implementations keep scratch space.
 */
public interface FieldKernel {
    /** What it runs on, for reports. */
    String name();

    /**
     * {@code to += coefficient * from}.
     *
     * @param coefficient 0 to 255
     * @throws IndexOutOfBoundsException when a range leaves its array
     */
    void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient);

    /**
     * {@code to = sum of coefficients[i] * from[i]} over the first {@code count}. {@code to} is none of {@code from}.
     *
     * @param fromOffset the same in each source
     * @param coefficients at least {@code count}, each taken as 0 to 255
     * @throws IndexOutOfBoundsException when a range leaves its array
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

package io.abcast.dissemination.cooper.code;

/**
 * The field GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1 (0x11d). In GF(2^8) with this polynomial, every non-zero element
 * is a power of x. The elements of GF(2^8) are bytes, taken as numbers from 0 to 255, and addition of two elements is
 * exclusive or. The class {@code Gf256} has no state.
 */
public final class Gf256 {
    public static final int SIZE = 256;

    /** The polynomial that defines the field GF(2^8), without its highest term x^8. */
    static final int REDUCTION = 0x1d;

    private static final byte[][] PRODUCTS = new byte[SIZE][SIZE];
    private static final byte[] INVERSES = new byte[SIZE];

    static {
        for (int a = 0; a < SIZE; a++) {
            for (int b = 0; b < SIZE; b++) {
                int product = carryLess(a, b);
                PRODUCTS[a][b] = (byte) product;
                if (product == 1) INVERSES[a] = (byte) b;
            }
        }
    }

    private Gf256() {}

    /**
     * The product of {@code a} and {@code b} in the field GF(2^8); the method takes {@code a} and {@code b} modulo 256.
     */
    public static int multiply(int a, int b) {
        return PRODUCTS[a & 0xff][b & 0xff] & 0xff;
    }

    /**
     * The multiplicative inverse of a field element.
     *
     * @throws ArithmeticException if {@code a} is 0, which has no inverse
     */
    public static int inverse(int a) {
        if ((a & 0xff) == 0) throw new ArithmeticException("0 has no inverse");
        return INVERSES[a & 0xff] & 0xff;
    }

    /** Callers must not write to the array, because all callers share it. */
    static byte[] row(int a) {
        return PRODUCTS[a & 0xff];
    }

    private static int carryLess(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = (product << 1) ^ ((product & 0x80) == 0 ? 0 : 0x100 | REDUCTION);
            if (((b >>> bit) & 1) != 0) product ^= a;
        }
        return product;
    }
}

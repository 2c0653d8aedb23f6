package io.abcast.dissemination.cooper.code;

/**
 * The field GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1 (0x11d). In this field, the powers of x are all non-zero elements.
 * Elements are bytes, taken as 0 to 255; addition is exclusive or. Stateless.
 */
public final class Gf256 {
    public static final int SIZE = 256;

    /** The polynomial without its highest term. */
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

    /** The product of {@code a} and {@code b}; both factors are taken modulo 256. */
    public static int multiply(int a, int b) {
        return PRODUCTS[a & 0xff][b & 0xff] & 0xff;
    }

    /**
     * The inverse of an element.
     *
     * @throws ArithmeticException if the element is 0
     */
    public static int inverse(int a) {
        if ((a & 0xff) == 0) throw new ArithmeticException("0 has no inverse");
        return INVERSES[a & 0xff] & 0xff;
    }

    /**
     * The products of {@code a} with all 256 factors, indexed by the factor. The array is shared: callers must not
     * write to it.
     */
    static byte[] row(int a) {
        return PRODUCTS[a & 0xff];
    }

    /**
     * Multiplies bit by bit, according to the definition of the field. The table of products is computed with this
     * method.
     */
    private static int carryLess(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = (product << 1) ^ ((product & 0x80) == 0 ? 0 : 0x100 | REDUCTION);
            if (((b >>> bit) & 1) != 0) product ^= a;
        }
        return product;
    }
}

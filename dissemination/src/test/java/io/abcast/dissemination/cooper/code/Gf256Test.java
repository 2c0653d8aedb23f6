package io.abcast.dissemination.cooper.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class Gf256Test {
    @Test
    void everyElementButZeroHasAnInverse() {
        for (int a = 1; a < Gf256.SIZE; a++)
            assertEquals(1, Gf256.multiply(a, Gf256.inverse(a)), "a = " + a);
        assertThrows(ArithmeticException.class, () -> Gf256.inverse(0));
    }

    @Test
    void multiplicationDistributesAssociatesAndCommutes() {
        for (int a = 0; a < Gf256.SIZE; a++) {
            for (int b = 0; b < Gf256.SIZE; b++) {
                assertEquals(Gf256.multiply(a, b), Gf256.multiply(b, a));
                for (int c = 1; c < Gf256.SIZE; c += 13) {
                    assertEquals(
                            Gf256.multiply(a, b ^ c), Gf256.multiply(a, b) ^ Gf256.multiply(a, c));
                    assertEquals(
                            Gf256.multiply(a, Gf256.multiply(b, c)),
                            Gf256.multiply(Gf256.multiply(a, b), c));
                }
            }
        }
    }

    @Test
    void xGeneratesAllNonZeroElements() {
        int power = 1;
        for (int i = 1; i < 255; i++) {
            power = Gf256.multiply(power, 2);
            if (power == 1) throw new AssertionError("back at 1 after " + i);
        }
        assertEquals(1, Gf256.multiply(power, 2));
        assertEquals(Gf256.REDUCTION, Gf256.multiply(0x80, 2));
    }
}

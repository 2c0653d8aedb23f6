package io.abcast.dissemination.cooper.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests that all kernels compute equal bytes for equal arguments. The build runs the tests of the kernels twice: in a
 * JVM with the Vector API and in a JVM without it.
 */
final class KernelsTest {
    private static final boolean VECTORS = Boolean.getBoolean("abcast.vectors");

    private final FieldKernel reference = new TableKernel();

    @Test
    void vectorsCompeteIfPresentAndLongLanesAreUsedOtherwise() {
        assertEquals(VECTORS, Kernels.vectors().isPresent());
        String name = Kernels.fastest(System::nanoTime).name();
        if (VECTORS) assertTrue(Set.of("vectors of 128 bits", "long lanes").contains(name), name);
        else assertEquals("long lanes", name);
        assertEquals(name, Kernels.fastest(System::nanoTime).name());
        assertNotSame(Kernels.fastest(System::nanoTime), Kernels.fastest(System::nanoTime));
    }

    @Test
    void allKernelsCombineToTheSameBytes() {
        for (FieldKernel kernel : others()) {
            for (long seed = 1; seed <= 400; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                int count = random.nextInt(40);
                int length = length(random);
                int fromOffset = random.nextInt(70);
                int toOffset = random.nextInt(70);
                byte[][] from = new byte[count][fromOffset + length + random.nextInt(9)];
                for (byte[] source : from) random.nextBytes(source);
                byte[] coefficients = new byte[count + 1];
                random.nextBytes(coefficients);
                if (count > 2) coefficients[1] = 0;
                byte[] to = new byte[toOffset + length + random.nextInt(9)];
                random.nextBytes(to);
                byte[] expected = to.clone();
                reference.combine(
                        expected, toOffset, from, fromOffset, length, coefficients, count);
                kernel.combine(to, toOffset, from, fromOffset, length, coefficients, count);
                assertArrayEquals(expected, to, kernel.name() + ", seed " + seed);
            }
        }
    }

    @Test
    void allKernelsAddScaledToTheSameBytes() {
        for (FieldKernel kernel : others()) {
            for (int coefficient = 0; coefficient < Gf256.SIZE; coefficient++) {
                SplittableRandom random = new SplittableRandom(coefficient);
                int length = length(random);
                int fromOffset = random.nextInt(70);
                byte[] from = new byte[fromOffset + length];
                random.nextBytes(from);
                byte[] to = new byte[length + 5];
                random.nextBytes(to);
                byte[] expected = to.clone();
                reference.addScaled(expected, 3, from, fromOffset, length, coefficient);
                kernel.addScaled(to, 3, from, fromOffset, length, coefficient);
                assertArrayEquals(expected, to, kernel.name() + ", factor " + coefficient);
            }
        }
    }

    @Test
    void rangesThatExceedTheirArraysAreRefused() {
        for (FieldKernel kernel : all()) {
            byte[] ten = new byte[10];
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> kernel.addScaled(ten, 1, new byte[20], 0, 10, 3),
                    kernel.name());
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> kernel.addScaled(new byte[20], 0, ten, 1, 10, 3),
                    kernel.name());
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () ->
                            kernel.combine(
                                    new byte[20], 0, new byte[][] {ten}, 0, 11, new byte[] {3}, 1),
                    kernel.name());
        }
    }

    private static int length(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(300);
    }

    private static List<FieldKernel> others() {
        List<FieldKernel> kernels = new ArrayList<>(List.of(new LongLanesKernel()));
        Kernels.vectors().ifPresent(kernels::add);
        assertEquals(VECTORS ? 2 : 1, kernels.size());
        return kernels;
    }

    private List<FieldKernel> all() {
        List<FieldKernel> kernels = new ArrayList<>(others());
        kernels.add(reference);
        return kernels;
    }
}

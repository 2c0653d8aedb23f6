package io.abcast.dissemination.cooper.code;

import java.util.Arrays;
import java.util.Objects;

/**
 * A simple kernel that multiplies a byte by a coefficient with one look-up in a table of 256 products. Tests and
 * benchmarks compare the faster kernels with this kernel.
 */
public final class TableKernel implements FieldKernel {
    @Override
    public String name() {
        return "scalar tables";
    }

    @Override
    public void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient) {
        Objects.checkFromIndexSize(toOffset, length, to.length);
        Objects.checkFromIndexSize(fromOffset, length, from.length);
        byte[] products = Gf256.row(coefficient);
        for (int i = 0; i < length; i++) to[toOffset + i] ^= products[from[fromOffset + i] & 0xff];
    }

    @Override
    public void combine(
            byte[] to,
            int toOffset,
            byte[][] from,
            int fromOffset,
            int length,
            byte[] coefficients,
            int count) {
        Objects.checkFromIndexSize(toOffset, length, to.length);
        Arrays.fill(to, toOffset, toOffset + length, (byte) 0);
        for (int i = 0; i < count; i++)
            addScaled(to, toOffset, from[i], fromOffset, length, coefficients[i] & 0xff);
    }
}

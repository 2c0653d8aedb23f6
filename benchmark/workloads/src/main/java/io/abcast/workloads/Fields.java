package io.abcast.workloads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes numbers at fixed offsets of an encoded row. */
public final class Fields {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Fields() {}

    public static int i32(byte[] row, int at) {
        return (int) INT.get(row, at);
    }

    public static void i32(byte[] row, int at, int value) {
        INT.set(row, at, value);
    }

    public static long i64(byte[] row, int at) {
        return (long) LONG.get(row, at);
    }

    public static void i64(byte[] row, int at, long value) {
        LONG.set(row, at, value);
    }
}

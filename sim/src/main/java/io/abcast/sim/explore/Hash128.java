package io.abcast.sim.explore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A streaming, non-cryptographic hash of 128 bits, for fingerprints within one run. */
final class Hash128 {
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    long low;
    long high;

    Hash128 reset() {
        low = 0x243F6A8885A308D3L;
        high = 0x13198A2E03707344L;
        return this;
    }

    void add(long value) {
        low = (low ^ value) * 0x9E3779B97F4A7C15L;
        low ^= low >>> 32;
        high = (high + value) * 0xC2B2AE3D27D4EB4FL;
        high ^= high >>> 29;
    }

    void add(byte[] bytes) {
        add(bytes.length);
        int at = 0;
        for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) add((long) EIGHT.get(bytes, at));
        for (; at < bytes.length; at++) add(bytes[at]);
    }

    void add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) add(text.charAt(i));
    }

    void add(Hash128 other) {
        add(other.low);
        add(other.high);
    }

    static long mix(long value) {
        long mixed = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }
}

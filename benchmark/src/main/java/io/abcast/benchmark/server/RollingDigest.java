package io.abcast.benchmark.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A 64-bit digest over everything applied so far and what came of it, in order: equal at two replicas
 * when they have applied the same commands at the same positions with the same outcomes. Not
 * cryptographic. Eight bytes a step, so that it costs little beside the rest.
 */
final class RollingDigest {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

    private long value;

    RollingDigest(long value) {
        this.value = value;
    }

    long value() {
        return value;
    }

    void add(long zxid, byte[] command, int outcome) {
        long hash = mix(value ^ (zxid * PRIME_2));
        int words = command.length >>> 3;
        for (int i = 0; i < words; i++) hash = step(hash, (long) LONG.get(command, i << 3));
        long tail = command.length;
        for (int i = words << 3; i < command.length; i++) tail = (tail << 8) | (command[i] & 0xFF);
        value = mix(step(step(hash, tail), outcome));
    }

    private static long step(long hash, long word) {
        return Long.rotateLeft((hash ^ word) * PRIME_1, 31);
    }

    /** The finaliser of splitmix64: every input bit reaches every output bit. */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }
}

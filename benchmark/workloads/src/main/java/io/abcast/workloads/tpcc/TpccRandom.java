package io.abcast.workloads.tpcc;

import io.abcast.kernel.SplitMix64;
import io.abcast.workloads.WorkloadRandom;

/** Generates random values of TPC-C, clauses 2.1.5, 2.1.6 and 4.3.2. */
final class TpccRandom {
    private static final int NAME_A = 255;

    /**
     * Difference of the constants C for last names in initial rows and in the run: TPC-C allows 65 to 119 except 96 and
     * 112.
     */
    private static final int NAME_DELTA = 66;

    private static final int CUSTOMER_A = 1023;
    private static final int ITEM_A = 8191;

    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };

    private final WorkloadRandom random;
    private final TpccScale scale;
    private final int nameC;
    private final int customerC;
    private final int itemC;

    /**
     * @param constants seed of the constants C of TPC-C's function NURand, which all generators of a run share
     * @param populates whether the values are for the initial rows, for which the constant C for last names differs
     *     (TPC-C 2.1.6.1)
     */
    TpccRandom(long seed, long constants, TpccScale scale, boolean populates) {
        random = new WorkloadRandom(seed);
        this.scale = scale;
        int c = (int) Long.remainderUnsigned(SplitMix64.mix(constants), NAME_A - NAME_DELTA + 1);
        nameC = populates ? c : c + NAME_DELTA;
        customerC = (int) (SplitMix64.mix(constants + 1) >>> 1) & CUSTOMER_A;
        itemC = (int) (SplitMix64.mix(constants + 2) >>> 1) & ITEM_A;
    }

    WorkloadRandom plain() {
        return random;
    }

    int uniform(int low, int high) {
        return random.uniform(low, high);
    }

    private int nonUniform(int a, int c, int low, int high) {
        int mixed = random.uniform(0, a) | random.uniform(low, high);
        return (mixed + c) % (high - low + 1) + low;
    }

    int name() {
        return nonUniform(NAME_A, nameC, 0, scale.names() - 1);
    }

    int customer() {
        return nonUniform(CUSTOMER_A, customerC, 1, scale.customers());
    }

    int item() {
        return nonUniform(ITEM_A, itemC, 1, scale.items());
    }

    /** Three syllables (TPC-C 4.3.2.3). */
    static byte[] lastName(int number) {
        return TpccRows.ascii(
                SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10]);
    }

    /** One of ten texts contains the word ORIGINAL (TPC-C 4.3.3.1). */
    byte[] data() {
        byte[] data = random.text(26, 50);
        if (!random.percent(10)) return data;
        int at = random.uniform(0, data.length - TpccRows.ORIGINAL.length);
        System.arraycopy(TpccRows.ORIGINAL, 0, data, at, TpccRows.ORIGINAL.length);
        return data;
    }

    byte[] zip() {
        byte[] zip = TpccRows.ascii("000011111");
        System.arraycopy(random.digits(4), 0, zip, 0, 4);
        return zip;
    }

    int[] permutation(int count) {
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.uniform(0, i);
            all[i] = all[other];
            all[other] = i + 1;
        }
        return all;
    }
}

package io.abcast.dissemination.cooper.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EliminationTest {
    private final FieldKernel kernel = new LongLanesKernel();

    @Test
    void combinationsInvertTheArrivals() {
        for (int k = 1; k < 40; k++) {
            SeededBits bits = new SeededBits(k);
            Elimination known = new Elimination(kernel, k, true);
            byte[][] arrivals = new byte[k][];
            while (!known.full()) {
                byte[] row = new byte[k];
                bits.nextBytes(row, k);
                int before = known.rank();
                if (known.add(row)) arrivals[before] = row;
                assertEquals(before + (arrivals[before] == null ? 0 : 1), known.rank());
            }
            byte[] shares = new byte[k];
            byte[] unit = new byte[k];
            for (int i = 0; i < k; i++) {
                known.combination(i, shares);
                kernel.combine(unit, 0, arrivals, 0, k, shares, k);
                byte[] expected = new byte[k];
                expected[i] = 1;
                assertArrayEquals(expected, unit, "k = " + k + ", block " + i);
            }
        }
    }

    @Test
    void combinationsOfKnownRowsAreNotNew() {
        int k = 12;
        SeededBits bits = new SeededBits(5);
        Elimination known = new Elimination(kernel, k, false);
        byte[] row = new byte[k];
        assertFalse(known.add(row), "zero coefficients are not new");
        while (known.rank() < 7) {
            bits.nextBytes(row, k);
            known.add(row);
        }
        for (int i = 0; i < 100; i++) {
            known.draw(bits, row);
            assertFalse(known.add(row), "drawn from the known space");
        }
        bits.nextBytes(row, k);
        assertTrue(known.add(row));
    }

    @Test
    void combinationsOfRowsInFlightAreNotNew() {
        int k = 6;
        SeededBits bits = new SeededBits(8);
        int[] answers = new int[2];
        for (int run = 0; run < 500; run++) {
            Elimination known = new Elimination(kernel, k, run % 2 == 0);
            Elimination all = new Elimination(kernel, k, false);
            byte[] row = new byte[k];
            for (int i = bits.nextInt(4); i > 0; i--) {
                bits.nextBytes(row, k);
                known.add(row);
                all.add(row);
            }
            List<byte[]> coming = new ArrayList<>();
            for (int i = bits.nextInt(3); i > 0; i--) {
                byte[] next = new byte[k];
                bits.nextBytes(next, k);
                coming.add(next);
                all.add(next);
            }
            byte[] asked = new byte[k];
            if (bits.nextInt(2) == 0) all.draw(bits, asked);
            else bits.nextBytes(asked, k);
            boolean expected = all.isNew(asked);
            assertEquals(expected, known.isNew(asked, coming), "run " + run);
            answers[expected ? 1 : 0]++;
        }
        assertTrue(answers[0] > 100 && answers[1] > 100, answers[0] + " and " + answers[1]);
    }

    @Test
    void drawnRowsAndAccumulatorsReachFullRank() {
        int k = 30;
        SeededBits bits = new SeededBits(6);
        Elimination source = new Elimination(kernel, k, false);
        Accumulators accumulators = new Accumulators(kernel, 2, k);
        byte[][] held = new byte[k][k];
        for (int i = 0; i < k; i++) {
            held[i][i] = 1;
            source.add(held[i]);
        }
        Elimination fromAll = new Elimination(kernel, k, false);
        Elimination fromFew = new Elimination(kernel, k, false);
        byte[] row = new byte[k];
        for (int i = 0; i < k + 3; i++) {
            source.draw(bits, row);
            fromAll.add(row);
        }
        assertTrue(fromAll.full(), "rank " + fromAll.rank());
        int sent = 0;
        for (; !fromFew.full() && sent < 1000; sent++) {
            accumulators.absorb(bits, held[bits.nextInt(k)]);
            accumulators.draw(bits, row);
            fromFew.add(row);
        }
        // The accumulators absorb one random block for each sent row, so all k blocks take about k
        // ln k rows (coupon collector).
        assertTrue(fromFew.full(), "rank " + fromFew.rank() + " after " + sent);
    }
}

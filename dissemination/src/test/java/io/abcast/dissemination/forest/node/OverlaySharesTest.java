package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OverlaySharesTest {
    private static final int FRAME = 64 << 10;

    private static double[] rates(double... some) {
        double[] all = new double[ForestSettings.ID_MAX + 1];
        System.arraycopy(some, 0, all, 0, some.length);
        return all;
    }

    @Test
    void noOverlayIsMoreThanOneFrameAheadOfItsShare() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 200; k++) {
            int n = random.nextInt(2, 10);
            double[] planned = rates();
            for (int j = 0; j < n; j++)
                planned[j] = random.nextInt(3) == 0 ? 0 : random.nextDouble();
            planned[random.nextInt(n)] = 1;
            OverlayShares shares = new OverlayShares(0);
            shares.plan(planned);
            double[] sent = new double[n];
            double all = 0;
            for (int frame = 0; frame < 500; frame++) {
                int bytes = random.nextInt(1, FRAME + 1);
                sent[shares.choose(bytes, -1, -1)] += bytes;
                all += bytes;
                for (int j = 0; j < n; j++)
                    assertTrue(sent[j] <= shares.share(j) * all + FRAME, "overlay " + j);
            }
            for (int j = 0; j < n; j++)
                assertEquals(shares.share(j), sent[j] / all, (n + 1.0) * FRAME / all);
        }
    }

    @Test
    void withoutAPlanAllIsSentDirectly() {
        OverlayShares shares = new OverlayShares(3);
        for (int k = 0; k < 10; k++) assertEquals(3, shares.choose(100, -1, -1));
        shares.plan(rates(1));
        assertEquals(0, shares.choose(100, -1, -1));
        shares.plan(null);
        assertEquals(3, shares.choose(100, -1, -1));
        assertEquals(1, shares.share(3));
    }

    @Test
    void theShareOfAnAbsentRelayIsSentDirectly() {
        int[] sent = chosen(rates(0, 1, 1, 2), 0b1011, -1);
        assertEquals(25, sent[0], 1);
        assertEquals(25, sent[1], 1);
        assertEquals(0, sent[2]);
        assertEquals(50, sent[3], 1);
    }

    @Test
    void usableOverlaysTakeTheShareOfTheOthersInProportion() {
        int[] sent = chosen(rates(0, 1, 1, 2), -1, ~0b0100);
        assertEquals(0, sent[0]);
        assertEquals(33, sent[1], 1);
        assertEquals(0, sent[2]);
        assertEquals(67, sent[3], 1);
        assertEquals(100, chosen(rates(0, 1, 1, 2), -1, 1)[0]);
    }

    private static int[] chosen(double[] planned, long present, long usable) {
        OverlayShares shares = new OverlayShares(0);
        shares.plan(planned);
        int[] sent = new int[4];
        for (int k = 0; k < 100; k++) sent[shares.choose(1000, present, usable)]++;
        return sent;
    }

    @Test
    void anOverlayThatReturnsDoesNotCatchUp() {
        OverlayShares shares = new OverlayShares(0);
        shares.plan(rates(0, 1, 1));
        for (int k = 0; k < 100; k++) shares.choose(1000, -1, ~0b010);
        int first = 0;
        for (int k = 0; k < 10; k++) if (shares.choose(1000, -1, -1) == 1) first++;
        assertEquals(5, first, 1);
    }

    @Test
    void noOverlayIsMoreThanOneFrameAheadAfterAChangeOfTheUsableOnes() {
        SplittableRandom random = new SplittableRandom(4);
        OverlayShares shares = new OverlayShares(0);
        double[] planned = {1, 2, 3, 4};
        shares.plan(rates(planned));
        int usable = 0;
        for (int k = 0; k < 500; k++) {
            int before = usable;
            while (usable == before) usable = random.nextInt(8) << 1;
            double total = planned[0];
            for (int j = 1; j < 4; j++) if (((usable >>> j) & 1) != 0) total += planned[j];
            double[] sent = new double[4];
            for (int frame = 1; frame <= 1 + k % 20; frame++) {
                sent[shares.choose(FRAME, -1, usable)] += FRAME;
                for (int j = 0; j < 4; j++) {
                    boolean isUsed = j == 0 || ((usable >>> j) & 1) != 0;
                    double share = isUsed ? planned[j] / total : 0;
                    double ahead = sent[j] - share * frame * FRAME;
                    assertTrue(ahead <= FRAME + 1e-6, "overlay " + j + ": " + ahead);
                }
            }
        }
    }
}

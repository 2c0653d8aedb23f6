package io.abcast.zab.coin;

/**
 * The formulas for W(p), the mean number of abcasts until a delivery, that EL-Sanosi 2018 prints in appendix C, and the
 * formulas that its tables follow. Some of the formulas differ from equations (4.8) and (4.9), and show how the figures
 * of the thesis were computed.
 */
final class ThesisFormulas {
    private ThesisFormulas() {}

    /**
     * Computes W(p), the mean number of abcasts until a delivery, for N = 3 servers by equation (C.1) of EL-Sanosi
     * 2018.
     */
    static double c1(double p) {
        double q00 = Math.pow(1 - p, 2);
        return q00 / (1 - q00);
    }

    /**
     * Computes W(p), the mean number of abcasts until a delivery, for N = 5 servers by equation (C.2) of EL-Sanosi
     * 2018.
     */
    static double c2(double p) {
        double q00 = q(4, 0, p);
        double q01 = q(4, 1, p);
        double q11 = q(3, 0, p);
        return q00 / (1 - q00) + q01 / ((1 - q00) * (1 - q11));
    }

    /**
     * Computes W(p), the mean number of abcasts until a delivery, for N = 7 servers by equation (C.3) of EL-Sanosi
     * 2018.
     */
    static double c3(double p) {
        double q00 = q(6, 0, p);
        double q02 = q(6, 2, p);
        double q22 = q(4, 0, p);
        return c3WithoutLastTerm(p) + q02 / ((1 - q00) * (1 - q22));
    }

    /**
     * Computes W(p), the mean number of abcasts until a delivery, for N = 7 servers by the formula with which appendix
     * F of the thesis was computed. The last term of this formula is q02/(1 - q00)*(1 - q22), which is the term of
     * (C.3) without the parentheses around the denominator.
     */
    static double c3AsTabulated(double p) {
        double q00 = q(6, 0, p);
        double q02 = q(6, 2, p);
        double q22 = q(4, 0, p);
        return c3WithoutLastTerm(p) + q02 / (1 - q00) * (1 - q22);
    }

    private static double c3WithoutLastTerm(double p) {
        double q00 = q(6, 0, p);
        double q01 = q(6, 1, p);
        double q11 = q(5, 0, p);
        double q12 = q(5, 1, p);
        double q22 = q(4, 0, p);
        return q00 / (1 - q00)
                + q01 / ((1 - q00) * (1 - q11))
                + q01 * q12 / ((1 - q00) * (1 - q11) * (1 - q22));
    }

    /**
     * Computes W(p), the mean number of abcasts until a delivery, for N = 9 servers by equation (C.4), as printed and
     * as used in appendix F. Equation (C.4) of the thesis, as printed, does not give W(p), the mean number of abcasts
     * until a delivery.
     */
    static double c4(double p) {
        double q12 = q(7, 1, p);
        double q13 = q(7, 2, p);
        return n9(p, q(8, 1, p) * q12 * q13, 0);
    }

    /**
     * Computes W(p) for N = 9 servers by a correction of equation (C.4) of the thesis. The correction has q23 in place
     * of q13, and the missing terms of W_1(p) and W_0(p) that begin with q01 q13.
     */
    static double c4Corrected(double p) {
        double q01 = q(8, 1, p);
        double q12 = q(7, 1, p);
        double q13 = q(7, 2, p);
        double q23 = q(6, 1, p);
        return n9(p, q01 * q12 * q23, q01 * q13);
    }

    private static double n9(double p, double overAll, double overThree) {
        double r0 = 1 - q(8, 0, p);
        double r1 = 1 - q(7, 0, p);
        double r2 = 1 - q(6, 0, p);
        double r3 = 1 - q(5, 0, p);
        double q01 = q(8, 1, p);
        double q02 = q(8, 2, p);
        double q03 = q(8, 3, p);
        double q12 = q(7, 1, p);
        double q23 = q(6, 1, p);
        return q(8, 0, p) / r0
                + q01 / (r0 * r1)
                + q01 * q12 / (r0 * r1 * r2)
                + overAll / (r0 * r1 * r2 * r3)
                + overThree / (r0 * r1 * r3)
                + q02 / (r0 * r2)
                + q02 * q23 / (r0 * r2 * r3)
                + q03 / (r0 * r3);
    }

    private static double q(int tosses, int heads, double p) {
        double ways = 1;
        for (int k = 1; k <= heads; k++) {
            ways = ways * (tosses - k + 1) / k;
        }
        return ways * Math.pow(p, heads) * Math.pow(1 - p, tosses - heads);
    }
}

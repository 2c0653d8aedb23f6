package io.abcast.zab.coin;

/**
 * The choice of p, the probability of Head, between its bounds P1 and P2 (EL-Sanosi 2018, section 5.2.1 and figure
 * 5.4). With a larger p, followers deliver sooner; with a smaller p, they send fewer acks.
 */
public enum CoinChoice {
    /** The upper bound, P2. */
    U {
        @Override
        double between(double p1, double p2) {
            return p2;
        }
    },

    /** The average of the two bounds: a = (P1 + P2)/2. */
    A {
        @Override
        double between(double p1, double p2) {
            return (p1 + p2) / 2;
        }
    },

    /** The average of a and the lower bound: aa = (a + P1)/2. */
    AA {
        @Override
        double between(double p1, double p2) {
            return (A.between(p1, p2) + p1) / 2;
        }
    };

    /**
     * Returns the chosen p for the bounds p1 and p2, where 0 &lt; p1 &lt;= p2 &lt;= 1. The result lies between the
     * bounds in spite of rounding.
     */
    abstract double between(double p1, double p2);
}

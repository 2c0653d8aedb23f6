package io.abcast.zab.coin;

/**
 * The point of [P1, P2] that is used as p (EL-Sanosi 2018, section 5.2.1 and figure 5.4). A larger p delivers sooner, a
 * smaller one sends fewer acks.
 */
public enum CoinChoice {
    /** The upper bound, P2. */
    U {
        @Override
        double between(double p1, double p2) {
            return p2;
        }
    },

    /** The average of the bounds: a = (P1 + P2)/2. */
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
     * The choice between p1 and p2, with 0 &lt; p1 &lt;= p2 &lt;= 1; the result lies between them, rounding included.
     */
    abstract double between(double p1, double p2);
}

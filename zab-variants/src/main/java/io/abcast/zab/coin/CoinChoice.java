package io.abcast.zab.coin;

/**
 * The choice of p, the probability of Head, between its bounds P1 and P2 (EL-Sanosi 2018, section 5.2.1 and figure
 * 5.4). With a larger p, the probability of Head, followers deliver sooner; with a smaller p, followers send fewer
 * acks.
 */
public enum CoinChoice {
    /** The choice p = P2, which is the upper bound of the probability p of Head. */
    U {
        @Override
        double between(double p1, double p2) {
            return p2;
        }
    },

    /**
     * The choice p = a for the probability p of Head, where a is the average of the bounds P1 and P2: a = (P1 + P2)/2.
     */
    A {
        @Override
        double between(double p1, double p2) {
            return (p1 + p2) / 2;
        }
    },

    /**
     * The choice p = aa for the probability p of Head, where aa is the average of a and the lower bound P1: aa = (a +
     * P1)/2.
     */
    AA {
        @Override
        double between(double p1, double p2) {
            return (A.between(p1, p2) + p1) / 2;
        }
    };

    /**
     * Returns the chosen probability p of Head for the bounds p1 and p2, where 0 &lt; p1 &lt;= p2 &lt;= 1. The chosen
     * probability p of Head lies between the bounds p1 and p2 in spite of rounding errors.
     */
    abstract double between(double p1, double p2);
}

package io.abcast.zab.coin;

/**
 * The rule by which p, the probability of Head, is chosen between its bounds P1 and P2 (EL-Sanosi 2018, section 5.2.1
 * and figure 5.4). With a larger probability p of Head, followers deliver sooner; with a smaller p, they send fewer
 * acks.
 */
public enum CoinChoice {
    /** Chooses p = P2, the upper bound of the probability of Head. */
    U {
        @Override
        double between(double p1, double p2) {
            return p2;
        }
    },

    /** Chooses p = (P1 + P2)/2, the middle between the bounds of the probability of Head. */
    A {
        @Override
        double between(double p1, double p2) {
            return (p1 + p2) / 2;
        }
    },

    /** Chooses p = (3 P1 + P2)/4, a quarter of the way from the lower to the upper bound of the probability of Head. */
    AA {
        @Override
        double between(double p1, double p2) {
            return (A.between(p1, p2) + p1) / 2;
        }
    };

    /** In spite of rounding errors, the result lies in [p1, p2]. */
    abstract double between(double p1, double p2);
}

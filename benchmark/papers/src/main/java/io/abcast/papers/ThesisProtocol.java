package io.abcast.papers;

import java.util.Arrays;
import java.util.List;

/**
 * The protocols that EL-Sanosi 2018 compares. ZabCT has several constants, one for each rule by which a follower
 * chooses the coin probability p.
 */
enum ThesisProtocol {
    ZAB("Zab", "ZAB", Coin.NONE),
    ZAB_AC("ZabAc", "ZAB_AC", Coin.NONE),
    ZAB_AA_LITE("ZabAa", "ZAB_AA_LITE", Coin.NONE),
    ZAB_CT_LITE("ZabCt", "ZAB_CT_LITE", Coin.FAIR),
    ZAB_AA("ZabAA", "ZAB_AA", Coin.NONE),
    ZAB_CT("ZabCT", "ZAB_CT", Coin.FAIR),
    ZAB_CT_U("ZabCT u", "ZAB_CT", Coin.U),
    ZAB_CT_A("ZabCT a", "ZAB_CT", Coin.A),
    ZAB_CT_AA("ZabCT aa", "ZAB_CT", Coin.AA),
    ZAB_CT_THETA("ZabCT theta", "ZAB_CT", Coin.U_OF_FIXED_THETA);

    enum Coin {
        NONE("0.5"),
        /** EL-Sanosi 2018, section 5.1: a follower sends its acks to all members with probability p = 0.5. */
        FAIR("0.5"),
        /**
         * EL-Sanosi 2018, section 5.2.1: p = P2, an upper bound computed with theta = lambda (measured acks per
         * second).
         */
        U("u"),
        /** EL-Sanosi 2018: p = a, where a = (P1 + P2) / 2 is the mean of the probability bounds P1 and P2. */
        A("a"),
        /** EL-Sanosi 2018: p = (a + P1) / 2, where a = (P1 + P2) / 2. */
        AA("aa"),
        /** EL-Sanosi 2018, appendix D: p = P2, with the rate lambda of acks that Zab has at 100 % writes as theta. */
        U_OF_FIXED_THETA("u");

        final String choice;

        Coin(String choice) {
            this.choice = choice;
        }

        boolean adapts() {
            return this != NONE && this != FAIR;
        }
    }

    final String title;
    final String policy;

    final Coin coin;

    ThesisProtocol(String title, String policy, Coin coin) {
        this.title = title;
        this.policy = policy;
        this.coin = coin;
    }

    /** ZabAc needs exactly three servers. */
    boolean runsOn(int servers) {
        return this != ZAB_AC || servers == 3;
    }

    static List<ThesisProtocol> all() {
        return Arrays.asList(values());
    }
}

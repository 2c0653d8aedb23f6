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

    /** The rule by which a follower chooses the coin probability p. */
    enum Coin {
        NONE("0.5"),
        /**
         * The coin rule of EL-Sanosi 2018, section 5.1: a follower sends its acks to all members with probability p =
         * 0.5.
         */
        FAIR("0.5"),
        /**
         * The coin rule p = P2 of EL-Sanosi 2018, section 5.2.1, where P2 is an upper bound computed with theta =
         * lambda (measured acks per second).
         */
        U("u"),
        /**
         * The coin rule p = a of EL-Sanosi 2018, where a = (P1 + P2) / 2 is the mean of the probability bounds P1 and
         * P2.
         */
        A("a"),
        /** The coin rule p = (a + P1) / 2 of EL-Sanosi 2018, where a = (P1 + P2) / 2. */
        AA("aa"),
        /**
         * The coin rule p = P2 of EL-Sanosi 2018, appendix D. The bound theta on acks per second is the rate lambda
         * that Zab has at 100 % writes.
         */
        U_OF_FIXED_THETA("u");

        /** Value of the protocol's attribute {@code choice} that selects this coin rule. */
        final String choice;

        Coin(String choice) {
            this.choice = choice;
        }

        /** Whether the coin probability p of the protocol depends on the measurements of the followers. */
        boolean adapts() {
            return this != NONE && this != FAIR;
        }
    }

    /** Name of the protocol in EL-Sanosi 2018. */
    final String title;

    /** Name of the protocol in abcast. */
    final String policy;

    final Coin coin;

    ThesisProtocol(String title, String policy, Coin coin) {
        this.title = title;
        this.policy = policy;
        this.coin = coin;
    }

    /** Whether the protocol runs on this number of servers; ZabAc needs exactly three. */
    boolean runsOn(int servers) {
        return this != ZAB_AC || servers == 3;
    }

    static List<ThesisProtocol> all() {
        return Arrays.asList(values());
    }
}

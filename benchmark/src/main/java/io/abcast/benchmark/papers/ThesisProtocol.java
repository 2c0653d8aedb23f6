package io.abcast.benchmark.papers;

import java.util.Arrays;
import java.util.List;

/** What the thesis compares. ZabCT with a chosen coin is a protocol of its own here for each way of choosing. */
enum ThesisProtocol {
    ZAB("Zab"),
    ZAB_AC("ZabAc"),
    ZAB_AA_LITE("ZabAa"),
    /** p = 0.5. */
    ZAB_CT_LITE("ZabCt"),
    ZAB_AA("ZabAA"),
    /** p = 0.5. */
    ZAB_CT("ZabCT"),
    /** p = P2, theta = lambda. */
    ZAB_CT_U("ZabCT u"),
    /** p = a = (P1 + P2) / 2. */
    ZAB_CT_A("ZabCT a"),
    /** p = (a + P1) / 2. */
    ZAB_CT_AA("ZabCT aa"),
    /** p by equation 4.7 and a fixed theta, appendix D. */
    ZAB_CT_LIKELIEST("ZabCT p*");

    /** As the thesis prints it. */
    final String title;

    ThesisProtocol(String title) {
        this.title = title;
    }

    /** ZabAc is for three servers. */
    boolean runsOn(int servers) {
        return this != ZAB_AC || servers == 3;
    }

    static List<ThesisProtocol> all() {
        return Arrays.asList(values());
    }
}

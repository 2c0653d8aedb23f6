package io.abcast.papers.camu;

import java.util.List;

/** The rule by which the links of CaMu change during a run. */
enum LinkPlan {
    STATIC("static"),

    /** Plan in which the partitions of CaMu switch links by the rule of Vandevoorde 2018, section 4.3.3. */
    SHARE("share:75/25"),

    /**
     * Plan in which the evaluation switches random links of CaMu to TO-Multicast, and switches each link back to
     * Periodic Broadcast one second later.
     */
    FORCED("forced"),

    /** Plan in which all links of CaMu use TO-Multicast during the whole run. */
    OFF("off"),

    /** Plan in which the partitions of CAMU switch links by the message delays that they measure. */
    AUTO("auto");

    /** The plans for links that CaMu of Vandevoorde 2018 supports. */
    static final List<LinkPlan> OF_THESIS = List.of(STATIC, SHARE, FORCED);

    /** The plans for links that abcast's protocol CAMU supports. */
    static final List<LinkPlan> OF_CAMU = List.of(STATIC, FORCED, OFF, AUTO);

    private final String title;

    LinkPlan(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }
}

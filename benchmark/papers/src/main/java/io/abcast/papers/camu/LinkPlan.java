package io.abcast.papers.camu;

import java.util.List;

/** How the links of CaMu change during a run. */
enum LinkPlan {
    STATIC("static"),

    /** Partitions switch links by the rule of section 4.3.3. */
    SHARE("share:75/25"),

    /** Random links switch to TO-Multicast, and back one second later. */
    FORCED("forced"),

    /** All links use TO-Multicast. */
    OFF("off"),

    /** Partitions switch links by measured delays. */
    AUTO("auto");

    /** The plans of the thesis's CaMu. */
    static final List<LinkPlan> OF_THESIS = List.of(STATIC, SHARE, FORCED);

    /** The plans of CAMU. */
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

package io.abcast.papers.camu;

import java.util.List;

/** The rule by which the links of CaMu change during a run. */
enum LinkPlan {
    STATIC("static"),

    /** The rule of Vandevoorde 2018, section 4.3.3. */
    SHARE("share:75/25"),

    /** Random links switch to TO-Multicast, and each link switches back to Periodic Broadcast one second later. */
    FORCED("forced"),

    OFF("off"),
    AUTO("auto");

    static final List<LinkPlan> OF_THESIS = List.of(STATIC, SHARE, FORCED);
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

package io.abcast.papers.camu;

/** How the links of CaMu change during a run. */
enum LinkPlan {
    STATIC("static"),

    /** Partitions switch links by the rule of section 4.3.3. */
    SHARE("share:75/25"),

    /** Random links switch to TO-Multicast, and back one second later. */
    FORCED("forced");

    private final String title;

    LinkPlan(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }
}

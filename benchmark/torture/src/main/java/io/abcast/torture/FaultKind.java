package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;

/** What can go wrong. */
public enum FaultKind {
    /** SIGKILL to any member. */
    KILL("kill", Needs.NOTHING, false),
    KILL_LEADER("kill leader", Needs.NOTHING, false),
    KILL_ALL("kill all", Needs.DURABILITY, false),
    /** SIGTERM and a start. */
    RESTART("restart", Needs.NOTHING, false),
    /** SIGSTOP, and SIGCONT seconds later. */
    PAUSE("pause", Needs.NOTHING, false),
    PAUSE_LEADER("pause leader", Needs.NOTHING, false),
    /** A member loses all links to the others, and perhaps those to the clients. */
    CUT_MEMBER("cut off", Needs.NOTHING, false),
    CUT_LEADER("cut leader off", Needs.NOTHING, false),
    /** The link between two members; both still have theirs to the others. */
    CUT_PAIR("cut pair", Needs.LINKS, false),
    /** What one member sends to some others is lost; what they send arrives. */
    CUT_ONE_WAY("cut one way", Needs.LINKS, false),
    /** Two parts that do not hear each other. */
    SPLIT("split", Needs.LINKS, false),
    /** A member's links come and go several times a second. */
    FLAP("flap", Needs.NOTHING, false),
    /** A member comes back with an empty directory. */
    LOSE_DISK("lose disk", Needs.DURABILITY, true),
    TRUNCATE_LOG("truncate log", Needs.DURABILITY, true),
    FLIP_BIT("flip bit", Needs.DURABILITY, true),
    FULL_DISK("full disk", Needs.DISK, true);

    private enum Needs {
        NOTHING,
        /** Members keep what they had when they are killed. */
        DURABILITY,
        /** A file system of its own for each member. */
        DISK,
        /** Single links can be cut. */
        LINKS
    }

    private final String label;
    private final Needs needs;
    private final boolean losesMemory;

    FaultKind(String label, Needs needs, boolean losesMemory) {
        this.label = label;
        this.needs = needs;
        this.losesMemory = losesMemory;
    }

    public String label() {
        return label;
    }

    /** Whether it must come alone, to an ensemble of which everybody serves: a member forgets what it had acknowledged. */
    boolean alone(boolean durable) {
        return losesMemory
                || (!durable && (this == KILL || this == KILL_LEADER || this == RESTART));
    }

    /**
     * Those that can be done.
     *
     * @param durable whether members keep what they had when they are killed
     * @param disks whether disks can be full
     * @param links whether single links can be cut
     */
    static List<FaultKind> possible(boolean durable, boolean disks, boolean links) {
        List<FaultKind> possible = new ArrayList<>();
        for (FaultKind kind : values()) {
            boolean can =
                    switch (kind.needs) {
                        case NOTHING -> true;
                        case DURABILITY -> durable;
                        case DISK -> disks && durable;
                        case LINKS -> links;
                    };
            if (can) possible.add(kind);
        }
        return possible;
    }
}

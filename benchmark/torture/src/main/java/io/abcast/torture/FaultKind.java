package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;

/** Kinds of faults that a run injects. */
public enum FaultKind {
    /** Kills a random member with SIGKILL. */
    KILL("kill", Needs.NOTHING, false),
    KILL_LEADER("kill leader", Needs.LEADER, false),
    KILL_ALL("kill all", Needs.DURABILITY, false),
    /** Stops a member with SIGTERM and starts it again. */
    RESTART("restart", Needs.NOTHING, false),
    /** Stops a member with SIGSTOP, and continues it with SIGCONT seconds later. */
    PAUSE("pause", Needs.NOTHING, false),
    PAUSE_LEADER("pause leader", Needs.LEADER, false),
    /** Cuts all links between a member and the other members, and sometimes also its links to the clients. */
    CUT_MEMBER("cut off", Needs.NOTHING, false),
    CUT_LEADER("cut leader off", Needs.LEADER, false),
    /** Cuts the link between two members; their links to other members stay intact. */
    CUT_PAIR("cut pair", Needs.LINKS, false),
    /** Drops messages between one member and some other members in one direction only. */
    CUT_ONE_WAY("cut one way", Needs.LINKS, false),
    /** Splits the ensemble into two groups of members without links between the groups. */
    SPLIT("split", Needs.LINKS, false),
    /** Cuts and restores the links of a member several times a second. */
    FLAP("flap", Needs.NOTHING, false),
    /** Kills a member and restarts it with an empty directory. */
    LOSE_DISK("lose disk", Needs.DURABILITY, true),
    TRUNCATE_LOG("truncate log", Needs.DURABILITY, true),
    FLIP_BIT("flip bit", Needs.DURABILITY, true),
    FULL_DISK("full disk", Needs.DISK, true);

    private enum Needs {
        NOTHING,
        LEADER,
        DURABILITY,
        DISK,
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

    /** The fault must be the only fault of its episode, because it can make a member lose acknowledged entries. */
    boolean alone(boolean durable) {
        return losesMemory
                || (!durable && (this == KILL || this == KILL_LEADER || this == RESTART));
    }

    boolean losesVotes(boolean durable) {
        return alone(durable) && this != FULL_DISK;
    }

    /**
     * @param leader whether the ordering protocol has a leader.
     * @param durable whether members keep their data when they are killed.
     * @param disks whether the members' disks can become full.
     * @param links whether the run can cut single links between members
     */
    static List<FaultKind> possible(boolean leader, boolean durable, boolean disks, boolean links) {
        List<FaultKind> possible = new ArrayList<>();
        for (FaultKind kind : values()) {
            boolean can =
                    switch (kind.needs) {
                        case NOTHING -> true;
                        case LEADER -> leader;
                        case DURABILITY -> durable;
                        case DISK -> disks && durable;
                        case LINKS -> links;
                    };
            if (can) possible.add(kind);
        }
        return possible;
    }
}

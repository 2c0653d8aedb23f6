package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;

/** Kinds of faults that a run injects. */
public enum FaultKind {
    /** Fault that kills a random member with SIGKILL. */
    KILL("kill", Needs.NOTHING, false),
    KILL_LEADER("kill leader", Needs.LEADER, false),
    KILL_ALL("kill all", Needs.DURABILITY, false),
    /** Fault that stops a member with SIGTERM and starts the member again. */
    RESTART("restart", Needs.NOTHING, false),
    /** Fault that stops a member with SIGSTOP, and continues the member with SIGCONT seconds later. */
    PAUSE("pause", Needs.NOTHING, false),
    PAUSE_LEADER("pause leader", Needs.LEADER, false),
    /**
     * Fault that cuts all links between a member and the other members, and sometimes also the links between this
     * member and the clients.
     */
    CUT_MEMBER("cut off", Needs.NOTHING, false),
    CUT_LEADER("cut leader off", Needs.LEADER, false),
    /** Fault that cuts the link between two members; their links to other members stay intact. */
    CUT_PAIR("cut pair", Needs.LINKS, false),
    /**
     * Fault that drops the messages in one direction between one member and some other members. Messages in the
     * opposite direction of a one-way cut still arrive.
     */
    CUT_ONE_WAY("cut one way", Needs.LINKS, false),
    /** Fault that splits the ensemble into two groups of members without links between the groups. */
    SPLIT("split", Needs.LINKS, false),
    /** Fault that cuts and restores the links of a member several times a second. */
    FLAP("flap", Needs.NOTHING, false),
    /** Fault that kills a member and restarts the member with an empty directory. */
    LOSE_DISK("lose disk", Needs.DURABILITY, true),
    TRUNCATE_LOG("truncate log", Needs.DURABILITY, true),
    FLIP_BIT("flip bit", Needs.DURABILITY, true),
    FULL_DISK("full disk", Needs.DISK, true);

    private enum Needs {
        NOTHING,
        /** Need of a fault: a protocol with a leader. */
        LEADER,
        /** Need of a fault: members that keep their data when they are killed. */
        DURABILITY,
        /** Need of a fault: a separate file system for each member. */
        DISK,
        /** Need of a fault: links between members that can be cut one by one. */
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

    /**
     * Whether the fault must be the only fault of its episode and must start when all members serve, because it can
     * make a member lose acknowledged entries.
     */
    boolean alone(boolean durable) {
        return losesMemory
                || (!durable && (this == KILL || this == KILL_LEADER || this == RESTART));
    }

    /** Whether the fault may make a member lose votes that it gave. */
    boolean losesVotes(boolean durable) {
        return alone(durable) && this != FULL_DISK;
    }

    /**
     * The kinds of faults that are possible on this host.
     *
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

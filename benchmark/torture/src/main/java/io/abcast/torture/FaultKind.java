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
    /** Stops a member with SIGSTOP and continues it with SIGCONT seconds later. */
    PAUSE("pause", Needs.NOTHING, false),
    PAUSE_LEADER("pause leader", Needs.LEADER, false),
    /** Cuts all links between a member and the other members, and sometimes those to the clients. */
    CUT_MEMBER("cut off", Needs.NOTHING, false),
    CUT_LEADER("cut leader off", Needs.LEADER, false),
    /** Cuts the link between two members; their links to other members keep working. */
    CUT_PAIR("cut pair", Needs.LINKS, false),
    /**
     * Drops the messages from some members to another member, or from this member to them, but not in the opposite
     * direction.
     */
    CUT_ONE_WAY("cut one way", Needs.LINKS, false),
    /** Splits the ensemble into two parts without links between them. */
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
        /** The fault needs a protocol with a leader. */
        LEADER,
        /** The fault needs members that keep their data when they are killed. */
        DURABILITY,
        /** The fault needs a separate file system for each member. */
        DISK,
        /** The fault needs links that can be cut one by one. */
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
     * Whether the fault makes a member lose entries that it acknowledged. A fault that loses acknowledged entries must
     * be the only fault, and must start when all members serve.
     */
    boolean alone(boolean durable) {
        return losesMemory
                || (!durable && (this == KILL || this == KILL_LEADER || this == RESTART));
    }

    /** Whether the fault may make a member lose votes that it gave. A full disk loses no votes. */
    boolean losesVotes(boolean durable) {
        return alone(durable) && this != FULL_DISK;
    }

    /**
     * The kinds that are possible on this host.
     *
     * @param leader whether the protocol has a leader.
     * @param durable whether members keep their data when they are killed.
     * @param disks whether disks can become full.
     * @param links whether single links can be cut
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

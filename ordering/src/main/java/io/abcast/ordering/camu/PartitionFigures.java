package io.abcast.ordering.camu;

/** Counters of a replica since its start. */
final class PartitionFigures {
    /** Entries without effect, of deposed leaders. */
    long voidEntries;

    /** Items without effect, which the sending partition did not commit. */
    long voidItems;

    long singles;
    long imposed;
    long voted;

    // Steps of links, see LinkSteps.
    long opened;
    long fenced;
    long acknowledged;
    long on;
    long closed;
    long freed;

    /** Links that the rule has opened or closed. */
    long linkSwitches;

    /** The last of these decisions with its reason; empty before the first one. */
    String lastLinkSwitch = "";

    /** The rule opens or closes a link. */
    void switched(String reason) {
        linkSwitches++;
        lastLinkSwitch = reason;
    }
}

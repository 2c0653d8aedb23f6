package io.abcast.ordering.camu;

/** Counters of a partition's replica since the start of the replica. */
final class PartitionFigures {
    /** Number of log entries that had no effect, because their leader was deposed. */
    long voidEntries;

    /**
     * Number of received stream items that had no effect, because the log of the sending partition did not commit them.
     */
    long voidItems;

    long singles;
    long imposed;
    long voted;

    // Number of times that links have taken each step of opening and closing, see LinkSteps.
    long opened;
    long fenced;
    long acknowledged;
    long on;
    long closed;
    long freed;

    long linkSwitches;

    String lastLinkSwitch = "";

    void switched(String reason) {
        linkSwitches++;
        lastLinkSwitch = reason;
    }

    LinkSteps steps() {
        return new LinkSteps(opened, fenced, acknowledged, on, closed, freed);
    }
}

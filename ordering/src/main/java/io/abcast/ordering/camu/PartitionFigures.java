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
}

package io.abcast.ordering.camu;

/**
 * The status of a partition's replica between two events. Immutable. Counters are 0 at the node's start.
 *
 * @param group number of the partition
 * @param server id of the server
 * @param leads whether this replica leads the partition
 * @param leader server that leads the present term; 0 before the first term
 * @param term number of the present term
 * @param clock value of the partition's clock
 * @param seq number of deliveries in the partition's order
 * @param singles number of transactions with one destination that were applied
 * @param imposed number of multis whose timestamps this partition imposed
 * @param voted number of multis for which this partition voted
 * @param pending number of undelivered multis
 * @param open number of unanswered transactions that were submitted at this replica
 * @param links number of other partitions on which this partition may impose timestamps
 * @param voidEntries number of entries without effect, of deposed leaders
 * @param voidItems number of items without effect, which the sending partition did not commit
 * @param forgotten number of closed sessions that were forgotten
 * @param busy number of transactions refused as busy
 * @param messagesSent number of messages sent to replicas outside the log node
 * @param linkSwitches number of links that the rule of the links has opened or closed while this replica led
 * @param lastLinkSwitch the last of these decisions with its reason; empty before the first one
 */
public record PartitionStatus(
        int group,
        int server,
        boolean leads,
        int leader,
        long term,
        long clock,
        long seq,
        long singles,
        long imposed,
        long voted,
        int pending,
        int open,
        int links,
        long voidEntries,
        long voidItems,
        long forgotten,
        long busy,
        long messagesSent,
        long linkSwitches,
        String lastLinkSwitch) {}

package io.abcast.ordering.camu;

/**
 * The status of a partition's replica between two events. Immutable. All counters of a status are 0 at the start of the
 * partition's node.
 *
 * @param group number of the replica's partition
 * @param server id of the server that holds the replica
 * @param leads whether this replica leads the partition
 * @param leader id of the server that leads the present term; 0 before the first term
 * @param term number of the partition's present term
 * @param clock value of the partition's logical clock
 * @param seq number of deliveries in the partition's order so far
 * @param singles number of applied transactions that have one destination
 * @param imposed number of transactions with several destinations whose timestamps this partition imposed
 * @param voted number of transactions with several destination partitions for which this partition has voted since its start
 * @param pending number of transactions with several destinations that the partition has not delivered
 * @param open number of unanswered transactions that callers submitted at this replica
 * @param links number of other partitions on which this partition may impose timestamps of transactions
 * @param voidEntries number of log entries of deposed leaders, which had no effect
 * @param voidItems number of received stream items that the sending partition did not commit, and that had no effect
 * @param forgotten number of closed sessions that this replica has forgotten
 * @param busy number of transactions that this replica refused as busy
 * @param messagesSent number of messages that this replica sent to other replicas, without the messages of the log node
 * @param linkSwitches number of times that the link rule opened or closed a link while this replica led
 * @param lastLinkSwitch the last opening or closing of a link by the link rule, with its reason; empty before the first
 *     one
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
        String lastLinkSwitch) {
    static PartitionStatus of(
            int server,
            boolean leads,
            PartitionState state,
            PartitionMap map,
            Submissions submissions,
            long messagesSent) {
        int open = 0;
        for (int other = 0; other < map.size(); other++)
            if (state.out(other).link() == OutStream.Link.ON) open++;
        PartitionFigures figures = state.figures();
        return new PartitionStatus(
                state.group(),
                server,
                leads,
                state.leader(),
                state.term(),
                state.clock(),
                state.seq(),
                figures.singles,
                figures.imposed,
                figures.voted,
                state.multis().size(),
                submissions.size(),
                open,
                figures.voidEntries,
                figures.voidItems,
                state.sessions().forgotten(),
                submissions.busy(),
                messagesSent,
                figures.linkSwitches,
                figures.lastLinkSwitch);
    }
}

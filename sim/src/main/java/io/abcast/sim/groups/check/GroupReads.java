package io.abcast.sim.groups.check;

/**
 * Checks that reads of a group are linearizable (Herlihy and Wing 1990). A read returns at least every transaction of
 * the group that was answered before the read started. A read also returns at least every state that another read had
 * returned before it started. All states of a group are prefixes of one order, so the checker compares only the lengths
 * of these prefixes.
 */
final class GroupReads extends GroupChecker {
    GroupReads() {
        super("LinearizableReads");
    }

    @Override
    protected void onReadAnswered(GroupRead read) {
        int size = history().order(read.replica.group).size();
        if (read.seq < read.floor)
            violated(
                    "%s: expected at least the first %d deliveries, got %d"
                            .formatted(read, read.floor, read.seq));
        else if (read.seq > size)
            violated(
                    "%s returned %d deliveries, the group has delivered %d"
                            .formatted(read, read.seq, size));
    }
}

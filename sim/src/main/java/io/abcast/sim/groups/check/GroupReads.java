package io.abcast.sim.groups.check;

/**
 * Checks that reads of a group are linearizable (Herlihy and Wing 1990). A read must return every transaction of the
 * group that was answered, and every state that another read had returned, before the read started. All states of a
 * group are prefixes of one order, so the checker compares only their lengths.
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

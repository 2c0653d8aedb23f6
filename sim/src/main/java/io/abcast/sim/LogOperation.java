package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.sim.LogImage.Stored;

/** A log operation that is not yet durable; which of the fields are used depends on the kind. */
record LogOperation(Kind kind, Entry entry, long zxid, Stored snapshot, SnapshotId id, Vote vote) {
    /** A vote in a slot. */
    record Vote(long slot, long openFrom, byte[] record) {}

    /** Not of a vote. */
    LogOperation(Kind kind, Entry entry, long zxid, Stored snapshot, SnapshotId id) {
        this(kind, entry, zxid, snapshot, id, null);
    }

    static LogOperation of(Vote vote) {
        return new LogOperation(Kind.VOTE, null, 0, null, null, vote);
    }

    enum Kind {
        APPEND,
        VOTE,
        TRUNCATE,
        INSTALL,
        INSTALL_FAILED
    }
}

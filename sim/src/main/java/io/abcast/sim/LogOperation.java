package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.sim.LogImage.Stored;

/** A log operation that is not yet durable; which of the fields are used depends on the kind. */
record LogOperation(Kind kind, Entry entry, long zxid, Stored snapshot, SnapshotId id) {
    enum Kind {
        APPEND,
        TRUNCATE,
        INSTALL,
        INSTALL_FAILED
    }
}

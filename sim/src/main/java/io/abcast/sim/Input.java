package io.abcast.sim;

/** An answer of a {@link Disk}. Which of the fields are used depends on the kind. */
record Input(Kind kind, long a, long b, Object content, Object more) {
    enum Kind {
        SYNCED,
        PERSISTED,
        LOG_READ,
        SNAPSHOT_TAKEN,
        SNAPSHOT_READ,
        SNAPSHOT_WRITTEN,
        SNAPSHOT_INSTALLED
    }

    static Input of(Kind kind, long a) {
        return new Input(kind, a, 0, null, null);
    }
}

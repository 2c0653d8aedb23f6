package io.abcast.sim;

/** An event that waits to be handed to a node. Which of the fields are used depends on the kind. */
record Input(Kind kind, long a, long b, Object content, Object more) {
    enum Kind {
        START,
        SUBMIT,
        READ,
        MESSAGE,
        SYNCED,
        PERSISTED,
        LOG_READ,
        SNAPSHOT_TAKEN,
        SNAPSHOT_READ,
        SNAPSHOT_WRITTEN,
        SNAPSHOT_INSTALLED,
        TIMER,
        REACHABLE
    }

    static Input of(Kind kind, long a) {
        return new Input(kind, a, 0, null, null);
    }
}

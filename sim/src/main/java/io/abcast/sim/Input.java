package io.abcast.sim;

import io.abcast.kernel.Membership;

/** An event that waits to be handed to a node. Which of the fields are used depends on the kind. */
record Input(Kind kind, long a, long b, Object content, Object more) {
    enum Kind {
        START,
        SUBMIT,
        RECONFIGURE,
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
        REACHABLE,
        WITHDRAW
    }

    /** For people. */
    String detail(Membership members) {
        return switch (kind) {
            case MESSAGE -> "from #" + members.id((int) a);
            case SUBMIT, RECONFIGURE, READ, WITHDRAW -> Long.toHexString(a);
            case LOG_READ -> "after " + Trace.zxid(a);
            default -> String.valueOf(a);
        };
    }

    static Input of(Kind kind, long a) {
        return new Input(kind, a, 0, null, null);
    }
}

package io.abcast.torture;

/**
 * What a client did to one register and saw. A register holds a value's number, 0: nothing. Operations that certainly had no
 * effect and showed nothing are not recorded.
 *
 * @param argument WRITE and CAS: the value to be stored, used by no other operation
 * @param expected CAS: the value that must be there
 * @param known whether an answer came; if not, it may have taken effect at any time since, or never
 * @param result READ: the value; CAS and REMOVE: 1 if it was done, 0 if not; meaningless if not known
 * @param startNanos before it was sent
 * @param endNanos after its answer came; meaningless if not known
 */
record RegisterOp(
        int client,
        Kind kind,
        long argument,
        long expected,
        boolean known,
        long result,
        long startNanos,
        long endNanos) {
    enum Kind {
        READ,
        WRITE,
        CAS,
        REMOVE
    }

    static RegisterOp read(int client, long value, long startNanos, long endNanos) {
        return new RegisterOp(client, Kind.READ, 0, 0, true, value, startNanos, endNanos);
    }
}

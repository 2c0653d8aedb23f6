package io.abcast.torture;

/**
 * One operation of a client on a register, with its result. A register holds the number of a value, or 0 if it is
 * empty. Operations that certainly had no effect and returned nothing are not recorded.
 *
 * @param argument WRITE and CAS: the value to store, which no other operation stores
 * @param expected CAS: the value that the register must hold
 * @param known whether an answer arrived; without an answer, the operation may have taken effect at any time after its
 *     start, or never
 * @param result READ: the value; CAS and REMOVE: 1 if the operation took effect, 0 if not; meaningless if not known
 * @param startNanos time immediately before the request was sent
 * @param endNanos time immediately after the answer arrived; meaningless if not known
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

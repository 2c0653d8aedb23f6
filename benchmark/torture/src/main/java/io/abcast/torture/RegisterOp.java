package io.abcast.torture;

/**
 * An operation of a client on a register, which holds the number of a value, or 0 if it is empty. A history omits
 * operations that certainly had no effect and returned nothing.
 *
 * @param argument for WRITE and CAS: number of the value to store, which no other operation stores
 * @param expected for CAS: number of the value that the register must hold
 * @param known whether the client received an answer; without an answer, the operation may have taken effect at any
 *     time after its start, or never
 * @param result for READ: number of the value; for CAS and REMOVE: 1 if the operation took effect, 0 if not;
 *     meaningless if {@code known} is false
 * @param startNanos time immediately before the client sent the request, in ns
 * @param endNanos time immediately after the answer arrived, in ns; meaningless if {@code known} is false
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

package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/**
 * Computes the keys of a request: the keys that its payload reads and writes, and keys that the protocol itself needs.
 * Instances whose requests write a common key, or one of which writes a key that the other one reads, interfere.
 */
final class RequestKeys {
    /** Prefix of a key that names a single request. */
    private static final String OWN = "\0request ";

    /** Prefix of a key that all passed requests of one learner write, so that these requests interfere. */
    private static final String PASSED = "\0passed ";

    private RequestKeys() {}

    static boolean isPassed(Request request, InstanceId instance) {
        return request.origin() != instance.origin();
    }

    /**
     * Two instances with the same request must interfere, so a request whose payload only reads also writes a key that
     * names the request. All passed requests of one learner must interfere too: members must execute them in one order,
     * so that {@link RequestTable} forgets the same requests at all members.
     */
    static Keys of(Request request, Keys payload, boolean isPassed) {
        Keys keys = named(request, payload);
        return isPassed ? keys.and(Keys.writing(PASSED + request.origin())) : keys;
    }

    private static Keys named(Request request, Keys payload) {
        if (payload.isWriting()) return payload;
        String own = OWN + request.origin() + ' ' + request.incarnation() + ' ' + request.number();
        return payload.and(Keys.writing(own));
    }
}

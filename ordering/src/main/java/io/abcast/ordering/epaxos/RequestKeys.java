package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/** Computes the keys of a request, which decide with which other instances its instance interferes. */
final class RequestKeys {
    /**
     * Prefix of the key that identifies a request itself. If an application uses such a key too, requests are ordered
     * unnecessarily, which does no other harm.
     */
    private static final String OWN = "\0request ";

    /** Begin of the key that stands for the passed requests of a member. */
    private static final String PASSED = "\0passed ";

    private RequestKeys() {}

    /** Whether the instance was opened by another member than the one at which its request entered. */
    static boolean isPassed(Request request, InstanceId instance) {
        return request.origin() != instance.origin();
    }

    /**
     * Returns keys with which two instances with the same request interfere. If the payload writes a key, its keys
     * suffice. Otherwise the request writes a key of its own in addition. All passed requests of one member interfere:
     * members must agree on the order of these requests to agree on which of them {@link RequestTable} forgets.
     *
     * @param payload keys of the payload
     * @param isPassed see {@link #isPassed}
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

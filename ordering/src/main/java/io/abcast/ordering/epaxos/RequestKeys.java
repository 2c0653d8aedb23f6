package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/**
 * Computes the keys that a request reads and writes. The keys of a request decide which other instances interfere with
 * the instance of the request.
 */
final class RequestKeys {
    /**
     * Prefix of the key that stands for the request itself. If an application uses a key with this prefix too, requests
     * are ordered unnecessarily; the overlap has no other effect.
     */
    private static final String OWN = "\0request ";

    /** Prefix of the key that stands for the passed requests of a member. */
    private static final String PASSED = "\0passed ";

    private RequestKeys() {}

    /** Returns whether a member other than the request's origin opened the instance. */
    static boolean isPassed(Request request, InstanceId instance) {
        return request.origin() != instance.origin();
    }

    /**
     * Returns the keys of a request, chosen so that two instances with the same request interfere. If the payload of
     * the request writes a key, the keys of the payload suffice. For a payload that only reads, the result also has a
     * written key that names the request. All passed requests of one member interfere: members must agree on the order
     * of these requests to agree on which of them {@link RequestTable} forgets.
     *
     * @param payload keys that the payload of the request reads and writes
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

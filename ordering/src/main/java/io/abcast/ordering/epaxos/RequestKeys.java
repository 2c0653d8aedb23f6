package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/** Computes the keys of a request, which decide with which other instances its instance interferes. */
final class RequestKeys {
    /**
     * Prefix of the key that identifies a request itself. If an application uses such a key too, requests are ordered
     * unnecessarily, which does no other harm.
     */
    private static final String OWN = "\0request ";

    private RequestKeys() {}

    /**
     * Returns keys with which two instances with the same request interfere. If the payload writes a key, its keys
     * suffice. Otherwise the request writes a key of its own in addition.
     *
     * @param payload keys of the payload
     */
    static Keys of(Request request, Keys payload) {
        if (payload.isWriting()) return payload;
        String own = OWN + request.origin() + ' ' + request.incarnation() + ' ' + request.number();
        return payload.and(Keys.writing(own));
    }
}

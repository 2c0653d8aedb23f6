package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/** The keys by which a request makes its instance interfere. */
final class RequestKeys {
    /** Begin of the key that stands for a request itself. Another use of that key costs an order and no safety. */
    private static final String OWN = "\0request ";

    private RequestKeys() {}

    /**
     * The keys of the payload, so that two instances with the same request interfere. A payload that writes a key does
     * so already; otherwise the request writes a key of its own in addition.
     *
     * @param payload keys of the payload
     */
    static Keys of(Request request, Keys payload) {
        if (payload.isWriting()) return payload;
        String own = OWN + request.origin() + ' ' + request.incarnation() + ' ' + request.number();
        return payload.and(Keys.writing(own));
    }
}

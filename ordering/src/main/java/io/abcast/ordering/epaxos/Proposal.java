package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/**
 * A request that this member proposes: it waits in the {@link RequestQueue}, or is part of an instance that this member
 * has opened.
 */
final class Proposal {
    /** Place in the order of arrival at this member, which stays the same when the request is proposed again. */
    final long place;

    /** Number of the request if a caller submitted it at this member; 0 if a learner passed it to this member. */
    final long number;

    final byte[] payload;

    final Keys keys;

    /** The request in the form that instances contain; {@code null} before this member first proposes it. */
    Request request;

    boolean done;

    Proposal(long place, long number, byte[] payload, Keys keys, Request request) {
        this.place = place;
        this.number = number;
        this.payload = payload;
        this.keys = keys;
        this.request = request;
    }

    boolean isOwn() {
        return number != 0;
    }

    @Override
    public String toString() {
        return request == null ? "request " + number : request.toString();
    }
}

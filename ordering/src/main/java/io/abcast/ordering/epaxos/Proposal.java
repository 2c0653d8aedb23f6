package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/** A request that waits for an instance of this member, or is part of one. */
final class Proposal {
    /** Place in the order of arrival at this member. A request that is proposed again keeps its place. */
    final long place;

    /** Number of an own request; 0 for a request of another member. */
    final long number;

    final byte[] payload;

    /** Keys of the payload. */
    final Keys keys;

    /** The request; {@code null} before an own request is proposed for the first time. */
    Request request;

    /** Whether the request has taken effect or was withdrawn. Such a request is not proposed again. */
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

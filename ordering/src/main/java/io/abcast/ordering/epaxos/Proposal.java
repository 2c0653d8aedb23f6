package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;

/** A request that waits for an instance of this member, or is part of an instance that this member has opened. */
final class Proposal {
    /**
     * Place of the request in the order of arrival at this member. A request that is proposed again keeps its place in
     * the order of arrival.
     */
    final long place;

    /** Number of a request of this member; 0 for a request of another member. */
    final long number;

    final byte[] payload;

    /** Keys that the payload of the request reads and writes. */
    final Keys keys;

    /** The proposed request; {@code null} before a request of this member is proposed for the first time. */
    Request request;

    /** Whether the request has taken effect or was withdrawn. A request that is done is not proposed again. */
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

package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.List;

/**
 * The value on which the members agree in an instance: a batch of requests, or {@link #NOP}. Immutable.
 *
 * @param requests the requests of the batch, in the order of their execution; empty for {@link #NOP}
 */
public record RequestBatch(List<Request> requests) {
    static final int REQUESTS_MAX = 512;

    /**
     * The value without requests. Recoveries decide Nop for an instance if its proposed value cannot be decided safely.
     */
    public static final RequestBatch NOP = new RequestBatch(List.of());

    public RequestBatch {
        requests = List.copyOf(requests);
    }

    public boolean isNop() {
        return requests.isEmpty();
    }

    /**
     * Returns a hash of the names of the requests: their origins, incarnations and numbers. An instance has only one
     * proposed value, so the fingerprint is enough to recognise this value.
     */
    public long fingerprint() {
        long hash = requests.size();
        for (Request request : requests) {
            Incarnation storage = request.incarnation();
            hash = SplitMix64.mix(hash ^ request.origin() ^ storage.high());
            hash = SplitMix64.mix(hash ^ storage.low() ^ request.number());
        }
        return hash;
    }

    int bytes() {
        int bytes = 2;
        for (Request request : requests) bytes += request.bytes();
        return bytes;
    }

    void write(WireWriter out) {
        out.list(requests, Request::write);
    }

    static RequestBatch read(WireReader in, Membership members) {
        List<Request> requests = in.list(REQUESTS_MAX, from -> Request.read(from, members));
        return requests.isEmpty() ? NOP : new RequestBatch(requests);
    }

    @Override
    public String toString() {
        return isNop() ? "Nop" : requests.toString();
    }
}

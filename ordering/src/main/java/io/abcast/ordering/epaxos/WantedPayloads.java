package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values of which this member lacks payloads. A member fetches missing payloads from the sender of the value, the
 * initial coordinator, the other voters and the learners, in this order. Until the value is complete, the member keeps
 * its payloads that have arrived.
 *
 * <p><b>Bound:</b> a member fetches payloads for at most {@link #INSTANCES_MAX} instances at a time. At {@code
 * INSTANCES_MAX} instances, the member ignores the value of a further instance; a repeated message brings the value
 * again later.
 */
final class WantedPayloads {
    private static final int INSTANCES_MAX = 1 << 14;

    private static final class Wanted {
        private final LinkedHashSet<Digest> missing = new LinkedHashSet<>();

        private final LinkedHashSet<Digest> here = new LinkedHashSet<>();
    }

    private final EpaxosHost host;
    private final InstancePayloads payloads;
    private final Dissemination dissemination;
    private final TreeMap<InstanceId, Wanted> wanted = new TreeMap<>();

    /** By digest of a missing payload: the instances that wait for this payload. */
    private final Map<Digest, List<InstanceId>> missing = new HashMap<>();

    private long fetched;

    WantedPayloads(EpaxosHost host, InstancePayloads payloads, Dissemination dissemination) {
        this.host = host;
        this.payloads = payloads;
        this.dissemination = dissemination;
    }

    void want(InstanceId id, RequestBatch value, int from) {
        Wanted its = wanted.get(id);
        if (its == null) {
            if (wanted.size() >= INSTANCES_MAX) return;
            its = new Wanted();
            wanted.put(id, its);
            for (Request request : value.requests())
                if (!request.isInline()) add(id, its, request.digest());
        }
        int[] holders = holders(id, from);
        for (Digest digest : its.missing) dissemination.want(digest, id.origin(), holders);
    }

    private void add(InstanceId id, Wanted its, Digest digest) {
        if (payloads.holds(digest)) {
            if (its.here.add(digest)) payloads.use(digest);
        } else if (its.missing.add(digest)) {
            missing.computeIfAbsent(digest, none -> new ArrayList<>()).add(id);
        }
    }

    /**
     * Returns the ids of the other members in the order of asking: first the sender of the value, because it holds the
     * payloads.
     */
    private int[] holders(InstanceId id, int from) {
        LinkedHashSet<Integer> order = new LinkedHashSet<>();
        order.add(from);
        order.add(id.origin());
        int size = host.members().size();
        int own = host.members().rank(host.id());
        for (boolean voters : new boolean[] {true, false}) {
            for (int i = 1; i < size; i++) {
                int member = host.members().id((own + i) % size);
                if (host.isVoter(member) == voters) order.add(member);
            }
        }
        order.remove(host.id());
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * @return the instances whose values this payload has completed; the caller must call {@link #handled} for each of
     *     them. {@code null} if no known value lacked the payload
     */
    List<InstanceId> onArrived(Digest digest, byte[] payload) {
        List<InstanceId> its = missing.remove(digest);
        if (its == null) return null;
        fetched++;
        payloads.put(digest, payload);
        List<InstanceId> complete = new ArrayList<>();
        for (InstanceId id : its) {
            Wanted value = wanted.get(id);
            value.missing.remove(digest);
            value.here.add(digest);
            payloads.use(digest);
            if (value.missing.isEmpty()) complete.add(id);
        }
        return complete;
    }

    void handled(InstanceId id) {
        Wanted its = wanted.get(id);
        if (its == null || !its.missing.isEmpty()) return;
        wanted.remove(id);
        for (Digest digest : its.here) payloads.endUse(digest);
    }

    void forget(InstanceId id) {
        Wanted its = wanted.remove(id);
        if (its == null) return;
        for (Digest digest : its.missing) {
            List<InstanceId> others = missing.get(digest);
            others.remove(id);
            if (!others.isEmpty()) continue;
            missing.remove(digest);
            dissemination.forget(digest);
        }
        for (Digest digest : its.here) payloads.endUse(digest);
    }

    void clear() {
        for (InstanceId id : wanted.keySet().toArray(new InstanceId[0])) forget(id);
    }

    long fetched() {
        return fetched;
    }

    void visitQueues(QueueVisitor to) {
        to.queue("values without all payloads", wanted.size(), INSTANCES_MAX);
    }
}

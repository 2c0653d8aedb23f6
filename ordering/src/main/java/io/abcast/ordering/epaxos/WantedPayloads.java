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
 * The instance values that have arrived before all of their payloads. A member fetches missing payloads from the sender
 * of the value, the initial coordinator, the other voters and the learners, in this order. The member keeps the
 * payloads of an incomplete value that it already holds.
 *
 * <p><b>Bound:</b> at most {@link #INSTANCES_MAX} instances have missing payloads that the member fetches. With {@code
 * INSTANCES_MAX} incomplete values, the member fetches the payloads of a further instance only when a message with its
 * value arrives again.
 */
final class WantedPayloads {
    private static final int INSTANCES_MAX = 1 << 14;

    /** An instance's value of which this member lacks payloads. */
    private static final class Wanted {
        /** Digests of the value's payloads that this member lacks. */
        private final LinkedHashSet<Digest> missing = new LinkedHashSet<>();

        /**
         * Digests of the value's payloads that this member holds. The held payloads stay in use until the member has
         * handled the value.
         */
        private final LinkedHashSet<Digest> here = new LinkedHashSet<>();
    }

    private final EpaxosHost host;
    private final InstancePayloads payloads;
    private final Dissemination dissemination;
    private final TreeMap<InstanceId, Wanted> wanted = new TreeMap<>();

    /** By digest of a missing payload: the instances whose values contain the payload. */
    private final Map<Digest, List<InstanceId>> missing = new HashMap<>();

    private long fetched;

    WantedPayloads(EpaxosHost host, InstancePayloads payloads, Dissemination dissemination) {
        this.host = host;
        this.payloads = payloads;
        this.dissemination = dissemination;
    }

    /** Fetches the missing payloads of a value that member {@code from} has sent. */
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
     * Returns the other members in the order in which this member asks them for payloads. The sender of the value is
     * first in the order, because the sender holds the payloads.
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
     * Handles a payload that has arrived.
     *
     * @return the instances of which all payloads have now arrived; for each instance, the caller must call {@link
     *     #handled}. {@code null} if no known value lacked the payload
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

    /**
     * Forgets a value that is complete and that the member has handled. After {@code handled}, the instances that
     * contain the value keep the value's payloads.
     */
    void handled(InstanceId id) {
        Wanted its = wanted.get(id);
        if (its == null || !its.missing.isEmpty()) return;
        wanted.remove(id);
        for (Digest digest : its.here) payloads.endUse(digest);
    }

    /** Forgets the incomplete value of a dropped instance. */
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

    /** Forgets all incomplete values, because the ensemble has changed. */
    void clear() {
        for (InstanceId id : wanted.keySet().toArray(new InstanceId[0])) forget(id);
    }

    /** Returns the number of payloads that arrived later than a value that contains them. */
    long fetched() {
        return fetched;
    }

    /** Visits the queue of incomplete values, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("values without all payloads", wanted.size(), INSTANCES_MAX);
    }
}

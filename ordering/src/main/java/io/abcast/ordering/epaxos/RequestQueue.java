package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The requests that this member has not proposed in an instance yet. The queue chooses which requests share an
 * instance, as one batch, by these rules:
 *
 * <ul>
 *   <li>All requests of a batch have one origin, and together at most {@code batch_bytes_max} payload bytes. A single
 *       request with more than {@code batch_bytes_max} payload bytes is a batch of its own.
 *   <li>If a request interferes with an unexecuted instance, it shares a batch only with requests that also interfere
 *       with unexecuted instances.
 *   <li>A request is <em>held</em> (not proposed) while it interferes with an instance of this member that was
 *       committed at least two round trips ago and is not executed. If requests that interfere with old unexecuted
 *       instances were proposed, chains of dependencies would never end under load.
 *   <li>A request never overtakes an earlier request with which it interferes.
 * </ul>
 *
 * <p>A submitted request gets its number at once. The list of its predecessors, the earlier interfering requests, is
 * computed when the request is first proposed.
 *
 * <p><b>Bound:</b> the queue itself does not bound {@link #size}; the node refuses requests at a maximum. The numbers
 * of proposed requests that have not taken effect differ by less than {@link EffectiveNumbers#SPAN}. Not thread-safe.
 */
final class RequestQueue {
    private static final int VISITS_MAX = RequestBatch.REQUESTS_MAX;

    private static final int WITHDRAWN_MAX = 1024;

    interface Instances {
        boolean interferes(Keys keys);

        boolean holdBack(Keys keys);
    }

    private final int id;
    private final Incarnation incarnation;
    private final EpaxosConfig config;
    private final Membership members;

    private final Predecessors inFlight = new Predecessors();

    private final InstanceLists unfinished = new InstanceLists(1);

    /** By number: this member's requests that have not taken effect, except requests proposed before a restart. */
    private final LongTable<Proposal> own = new LongTable<>();

    private ArrayDeque<Proposal> waiting = new ArrayDeque<>();

    private final List<Proposal> held = new ArrayList<>();
    private KeyIndex heldKeys;

    /** Keys of the requests that {@link #next} has skipped, so that later interfering requests do not overtake them. */
    private final KeyIndex skippedKeys;

    /** Requests that must be proposed again, because they were part of an executed instance and did not take effect. */
    private final List<Proposal> returned = new ArrayList<>();

    private long lastNumber;
    private long bytes;
    private long lastPlace;

    private int passed;

    private boolean released;

    private int withdrawn;

    RequestQueue(
            Membership members,
            int id,
            Incarnation incarnation,
            long firstNumber,
            EpaxosConfig config) {
        this.members = members;
        this.id = id;
        this.incarnation = incarnation;
        this.config = config;
        lastNumber = firstNumber - 1;
        heldKeys = new KeyIndex(members);
        skippedKeys = new KeyIndex(members);
    }

    long submit(byte[] payload, Keys keys) {
        Proposal added = new Proposal(++lastPlace, ++lastNumber, payload, keys, null);
        own.put(added.number, added);
        bytes += payload.length;
        unfinished.add(0, added.number);
        waiting.add(added);
        return added.number;
    }

    /** @param number number of the request; higher than the numbers of all requests submitted before */
    void submit(long number, byte[] payload, Keys keys) {
        assert number > lastNumber : number + " after " + lastNumber;
        lastNumber = number - 1;
        submit(payload, keys);
    }

    Proposal unanswered(long number) {
        return own.get(number);
    }

    Proposal pass(Request request, byte[] payload, Keys keys) {
        Proposal added = new Proposal(++lastPlace, 0, payload, keys, request);
        waiting.add(added);
        passed++;
        bytes += payload.length;
        return added;
    }

    /**
     * The caller of a restored request no longer exists, so this member does not propose the request again, and later
     * requests need not wait for it.
     */
    void restore(long number) {
        if (!unfinished.contains(0, number)) unfinished.add(0, number);
        lastNumber = Math.max(lastNumber, number);
    }

    /** A request that is queued again keeps its place in the order of arrival. */
    void again(Proposal skipped) {
        if (!skipped.done) returned.add(skipped);
    }

    /** Lets {@link #next} examine held requests again, because an instance of this member was executed. */
    void release() {
        released = true;
    }

    void finish(Proposal effective) {
        if (effective.isOwn()) {
            finish(effective.number);
        } else if (!effective.done) {
            effective.done = true;
            passed--;
            bytes -= effective.payload.length;
        }
    }

    boolean finish(long number) {
        if (!unfinished.contains(0, number)) return false;
        unfinished.remove(0, number);
        inFlight.remove(number);
        Proposal its = own.remove(number);
        if (its != null) {
            its.done = true;
            bytes -= its.payload.length;
        }
        return true;
    }

    boolean withdraw(long number) {
        Proposal its = own.get(number);
        if (its == null || its.request != null) return false;
        finish(number);
        if (++withdrawn > own.size() + WITHDRAWN_MAX) {
            released = true;
            sort();
        }
        return true;
    }

    long[] unfinished() {
        LongStream.Builder all = LongStream.builder();
        unfinished.forEachAbove(0, 0, all);
        return all.build().toArray();
    }

    /** Returns the number of requests that have not taken effect, including proposed requests. */
    int size() {
        return own.size() + passed;
    }

    long bytes() {
        return bytes;
    }

    int places() {
        return waiting.size() + held.size() + returned.size();
    }

    /** Returns whether the queue has no requests except held ones, which {@link #next} does not examine. */
    boolean isEmpty() {
        return waiting.isEmpty() && returned.isEmpty() && !(released && !held.isEmpty());
    }

    /**
     * The caller must open an instance with the returned requests.
     *
     * @return the requests of the batch; empty if this member may propose no request now
     */
    List<Proposal> next(Instances instances) {
        sort();
        List<Proposal> batch = new ArrayList<>();
        List<Proposal> skipped = new ArrayList<>();
        int bytes = 0;
        boolean interfering = false;
        while (!waiting.isEmpty() && batch.size() + skipped.size() < VISITS_MAX) {
            Proposal next = waiting.removeFirst();
            if (next.done) continue;
            if (heldKeys.hasInterfering(next.keys) || instances.holdBack(next.keys)) {
                add(next, held, heldKeys);
                continue;
            }
            boolean its = instances.interferes(next.keys);
            boolean shares =
                    batch.isEmpty() || (its == interfering && origin(next) == origin(batch.get(0)));
            if (!shares || skippedKeys.hasInterfering(next.keys)) {
                add(next, skipped, skippedKeys);
                continue;
            }
            bytes += next.payload.length;
            if ((!batch.isEmpty() && bytes > config.batchBytesMax()) || !propose(next)) {
                waiting.addFirst(next);
                break;
            }
            interfering = its;
            batch.add(next);
        }
        for (int i = skipped.size() - 1; i >= 0; i--) {
            waiting.addFirst(skipped.get(i));
            skippedKeys.remove(key(skipped.get(i)));
        }
        return batch;
    }

    private int origin(Proposal of) {
        return of.isOwn() ? id : of.request.origin();
    }

    private void add(Proposal proposal, List<Proposal> to, KeyIndex toKeys) {
        to.add(proposal);
        toKeys.put(key(proposal), proposal.keys, proposal.keys);
    }

    private InstanceId key(Proposal of) {
        return new InstanceId(members.id(0), of.place);
    }

    /**
     * @return false if the request must wait, because it has too many predecessors, or because requests with much lower
     *     numbers are still in flight
     */
    private boolean propose(Proposal next) {
        if (next.request != null) return true;
        if (next.number - unfinished.first(0) >= EffectiveNumbers.SPAN) return false;
        List<Long> predecessors = inFlight.of(next.keys);
        if (predecessors.size() > Request.PREDECESSORS_MAX) return false;
        next.request =
                Request.of(
                        id,
                        incarnation,
                        next.number,
                        predecessors,
                        next.payload,
                        config.inlineBytesMax());
        inFlight.add(next.number, next.keys, predecessors);
        return true;
    }

    private void sort() {
        if (returned.isEmpty() && !released) return;
        List<Proposal> all = new ArrayList<>(waiting);
        all.addAll(returned);
        returned.clear();
        if (released) {
            all.addAll(held);
            held.clear();
            heldKeys = new KeyIndex(members);
            released = false;
        }
        all.removeIf(each -> each.done);
        withdrawn = 0;
        all.sort(Comparator.comparingLong(each -> each.place));
        waiting = new ArrayDeque<>(all);
    }

    @Override
    public String toString() {
        return "waiting %d, held %d, again %d, in flight %d"
                .formatted(waiting.size(), held.size(), returned.size(), inFlight.size());
    }
}

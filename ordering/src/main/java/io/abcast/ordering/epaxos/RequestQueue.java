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
 * The requests that wait for an instance of this member, and the rules by which several requests share an instance:
 *
 * <ul>
 *   <li>A batch has requests of one origin with at most {@code batch_bytes_max} bytes, but at least one request.
 *   <li>A request that interferes with an unexecuted instance never shares a batch with a request that does not
 *       interfere.
 *   <li>A request is <em>held</em> while it interferes with an instance of this member that was committed long ago and
 *       is not executed. If requests were not held, chains of dependencies would never end under load.
 *   <li>A request never overtakes an earlier request with which it interferes.
 * </ul>
 *
 * <p>A request of this member gets its number when a caller submits the request, and its predecessors when it is
 * proposed for the first time.
 *
 * <p><b>Bound:</b> the caller of the queue bounds {@link #size}. The numbers of this member's requests in flight differ
 * by less than {@link EffectiveNumbers#SPAN}. Not thread-safe.
 */
final class RequestQueue {
    /**
     * Maximum number of requests that one call of {@link #next} takes or skips. {@link #next} visits each held request
     * once after each {@link #release}.
     */
    private static final int VISITS_MAX = RequestBatch.REQUESTS_MAX;

    /**
     * The number of withdrawn requests in the queue exceeds the number of this member's unfinished requests by at most
     * {@code WITHDRAWN_MAX}.
     */
    private static final int WITHDRAWN_MAX = 1024;

    /** The questions that the queue asks about the instances on which a batch may depend. */
    interface Instances {
        /** Returns whether a known unexecuted instance interferes with these keys. */
        boolean interferes(Keys keys);

        /**
         * Returns whether the queue must hold a request with these keys, because the request interferes with a stuck
         * instance of this member.
         */
        boolean holdBack(Keys keys);
    }

    private final int id;
    private final Incarnation incarnation;
    private final EpaxosConfig config;
    private final Membership members;

    /** Requests of this member that were proposed and have not taken effect. */
    private final Predecessors inFlight = new Predecessors();

    /** Requests of this member that have not taken effect, whether they wait or are in flight. */
    private final InstanceLists unfinished = new InstanceLists(1);

    /** By number: requests of this member that have not taken effect, except requests of an earlier run. */
    private final LongTable<Proposal> own = new LongTable<>();

    /** Requests that wait for an instance, in the order of their arrival. */
    private ArrayDeque<Proposal> waiting = new ArrayDeque<>();

    private final List<Proposal> held = new ArrayList<>();
    private KeyIndex heldKeys;

    /**
     * Keys of the requests that the present call of {@link #next} skips. The key index {@code skippedKeys} is empty
     * except during a call of {@link #next}.
     */
    private final KeyIndex skippedKeys;

    /** Requests that were part of an executed instance, did not take effect, and wait for an instance again. */
    private final List<Proposal> returned = new ArrayList<>();

    private long lastNumber;
    private long bytes;
    private long lastPlace;

    /** Number of requests of other members that wait in the queue or are in flight. */
    private int passed;

    private boolean released;

    /** Number of requests that callers withdrew since the queue was last sorted. */
    private int withdrawn;

    /**
     * Creates an empty request queue.
     *
     * @param firstNumber number of the next request of this member, which must be above all numbers that the
     *     incarnation has used.
     * @param config settings with the maximum sizes of batches and of payloads that are part of their requests
     */
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

    /**
     * Adds a request that a caller has submitted at this member.
     *
     * @return the number of the added request
     */
    long submit(byte[] payload, Keys keys) {
        Proposal added = new Proposal(++lastPlace, ++lastNumber, payload, keys, null);
        own.put(added.number, added);
        bytes += payload.length;
        unfinished.add(0, added.number);
        waiting.add(added);
        return added.number;
    }

    /**
     * Adds a request of this member with a number that the caller has chosen.
     *
     * @param number number of the request, above all earlier request numbers
     */
    void submit(long number, byte[] payload, Keys keys) {
        assert number > lastNumber : number + " after " + lastNumber;
        lastNumber = number - 1;
        submit(payload, keys);
    }

    /** Returns this member's request with a number, if the request has not taken effect; otherwise {@code null}. */
    Proposal unanswered(long number) {
        return own.get(number);
    }

    /** Adds a request that a learner, which opens no instances itself, has passed to this member. */
    Proposal pass(Request request, byte[] payload, Keys keys) {
        Proposal added = new Proposal(++lastPlace, 0, payload, keys, request);
        waiting.add(added);
        passed++;
        bytes += payload.length;
        return added;
    }

    /**
     * Records a request that an earlier run of this member has proposed. The recorded request may still take effect,
     * but is not proposed again, and later requests need not follow it, because its caller no longer exists. {@link
     * #finish} removes the recorded request.
     */
    void restore(long number) {
        if (!unfinished.contains(0, number)) unfinished.add(0, number);
        lastNumber = Math.max(lastNumber, number);
    }

    /** Puts a request that did not take effect back into the queue, at its place in the order of arrival. */
    void again(Proposal skipped) {
        if (!skipped.done) returned.add(skipped);
    }

    /** Makes held requests available to {@link #next} again, because an instance of this member was executed. */
    void release() {
        released = true;
    }

    /** Removes a request that has taken effect from the queue. */
    void finish(Proposal effective) {
        if (effective.isOwn()) {
            finish(effective.number);
        } else if (!effective.done) {
            effective.done = true;
            passed--;
            bytes -= effective.payload.length;
        }
    }

    /**
     * Removes a request of this member that has taken effect.
     *
     * @return whether the call has removed the request
     */
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

    /**
     * Removes a request of this member that was never proposed.
     *
     * @return whether the request was removed from the queue
     */
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

    /** Returns a new array with the numbers of this member's requests that have not taken effect, ascending. */
    long[] unfinished() {
        LongStream.Builder all = LongStream.builder();
        unfinished.forEachAbove(0, 0, all);
        return all.build().toArray();
    }

    /**
     * Returns the number of requests of this and other members that are in the queue's care and have not taken effect.
     */
    int size() {
        return own.size() + passed;
    }

    /** Returns the payload bytes of the requests that {@link #size} counts. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of requests that wait in the queue, including withdrawn requests. */
    int places() {
        return waiting.size() + held.size() + returned.size();
    }

    /** Returns whether no request waits in the queue except held requests. */
    boolean isEmpty() {
        return waiting.isEmpty() && returned.isEmpty() && !(released && !held.isEmpty());
    }

    /**
     * Removes and returns the requests of the next batch. The caller must open an instance with the requests that
     * {@code next} returns.
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

    /** Returns an instance id that represents a request in {@link #skippedKeys}. */
    private InstanceId key(Proposal of) {
        return new InstanceId(members.id(0), of.place);
    }

    /**
     * Sets the predecessors of a request of this member when the request is proposed for the first time.
     *
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

    /**
     * Puts the requests that did not take effect at their places in the order of arrival, and after a release also the
     * held requests. {@code sort} also removes the requests that have taken effect or were withdrawn.
     */
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

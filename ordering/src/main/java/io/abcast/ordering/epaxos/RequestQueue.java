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
 * The requests that wait for an instance of this member, and the rules by which they share one:
 *
 * <ul>
 *   <li>A batch has requests of one origin, up to {@code batch_bytes_max}, and at least one request.
 *   <li>A request that interferes with an unexecuted instance never shares a batch with one that does not.
 *   <li>A request is <em>held</em> while it interferes with an own instance that has been committed for long and is not
 *       executed. Otherwise chains of dependencies never end under load.
 *   <li>A request never overtakes an earlier one with which it interferes.
 * </ul>
 *
 * <p>An own request gets its number when it is submitted, and its predecessors when it is proposed for the first time.
 *
 * <p><b>Bound:</b> the caller bounds {@link #size}. Numbers of own requests in flight differ by less than {@link
 * EffectiveNumbers#SPAN}. Not thread-safe.
 */
final class RequestQueue {
    /** Maximum number of requests that {@link #next} takes or skips. Each held one is visited once per release. */
    private static final int VISITS_MAX = RequestBatch.REQUESTS_MAX;

    /** Number of withdrawn requests that are kept in the queue, in addition to one per request that waits. */
    private static final int WITHDRAWN_MAX = 1024;

    /** The instances on which the batches depend. */
    interface Instances {
        /** Whether a known instance that is not executed interferes. */
        boolean interferes(Keys keys);

        /** Whether a request with these keys is held, because of an own instance. */
        boolean holdBack(Keys keys);
    }

    private final int id;
    private final Incarnation incarnation;
    private final EpaxosConfig config;
    private final Membership members;

    /** Own requests that were proposed and have not taken effect. */
    private final Predecessors inFlight = new Predecessors();

    /** Own requests that have not taken effect: those that wait, and those in flight. */
    private final InstanceLists unfinished = new InstanceLists(1);

    /** By number: own requests that have not taken effect, except those of an earlier run. */
    private final LongTable<Proposal> own = new LongTable<>();

    /** Requests that wait, in the order of arrival. */
    private ArrayDeque<Proposal> waiting = new ArrayDeque<>();

    private final List<Proposal> held = new ArrayList<>();
    private KeyIndex heldKeys;

    /** Keys of the requests that {@link #next} skips; empty outside. */
    private final KeyIndex skippedKeys;

    /** Requests that wait again. */
    private final List<Proposal> returned = new ArrayList<>();

    private long lastNumber;
    private long bytes;
    private long lastPlace;

    /** Number of requests of other members that are not done. */
    private int passed;

    private boolean released;

    /** Number of requests withdrawn since the queue was last sorted. */
    private int withdrawn;

    /**
     * @param firstNumber number of the next own request: above all numbers that the incarnation has used
     * @param config bounds of batches and of payloads that are part of their requests
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
     * Adds an own request.
     *
     * @return its number
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
     * Adds an own request with a number that its caller has chosen.
     *
     * @param number above all earlier numbers
     */
    void submit(long number, byte[] payload, Keys keys) {
        assert number > lastNumber : number + " after " + lastNumber;
        lastNumber = number - 1;
        submit(payload, keys);
    }

    /** The own request with that number, if it has not taken effect; otherwise {@code null}. */
    Proposal unanswered(long number) {
        return own.get(number);
    }

    /** Adds a request of a member that opens no instances itself. */
    Proposal pass(Request request, byte[] payload, Keys keys) {
        Proposal added = new Proposal(++lastPlace, 0, payload, keys, request);
        waiting.add(added);
        passed++;
        bytes += payload.length;
        return added;
    }

    /**
     * Records a request of an earlier run that may still take effect. It is not proposed again, and later requests do
     * not follow it, since its caller is gone. {@link #finish} removes it.
     */
    void restore(long number) {
        if (!unfinished.contains(0, number)) unfinished.add(0, number);
        lastNumber = Math.max(lastNumber, number);
    }

    /** Lets a request wait again, at its place in the order of arrival. */
    void again(Proposal skipped) {
        if (!skipped.done) returned.add(skipped);
    }

    /** Visits the held requests again, because an own instance was executed. */
    void release() {
        released = true;
    }

    /** Removes a request that has taken effect. */
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
     * Removes an own request that has taken effect.
     *
     * @return whether it had not been removed before
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
     * Removes an own request that was never proposed.
     *
     * @return whether it was there
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

    /** Numbers of the own requests that have not taken effect, ascending; a new array. */
    long[] unfinished() {
        LongStream.Builder all = LongStream.builder();
        unfinished.forEachAbove(0, 0, all);
        return all.build().toArray();
    }

    /** Number of requests that have not taken effect: own ones, and those of others. */
    int size() {
        return own.size() + passed;
    }

    /** Bytes of the requests that have not taken effect: own ones, and those of others. */
    long bytes() {
        return bytes;
    }

    /** Number of requests that the queue keeps while they wait, withdrawn ones included. */
    int places() {
        return waiting.size() + held.size() + returned.size();
    }

    /** Whether requests wait that are not held. */
    boolean isEmpty() {
        return waiting.isEmpty() && returned.isEmpty() && !(released && !held.isEmpty());
    }

    /**
     * Takes the next batch. The caller must open an instance with it.
     *
     * @return empty if no request may be proposed now
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

    /** Stands for a request in an index of keys. */
    private InstanceId key(Proposal of) {
        return new InstanceId(members.id(0), of.place);
    }

    /**
     * Gives an own request its predecessors when it is proposed for the first time.
     *
     * @return false if it must wait, because it has too many predecessors or too old requests are in flight
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

    /** Puts the requests that wait again, and after a release the held ones, at their places. Drops those that are done. */
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

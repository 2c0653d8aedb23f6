package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Decides which executed requests take effect: each request takes effect once, and only after its predecessors. The
 * instances that contain a request interfere with each other and with the instances of the request's predecessors. All
 * members therefore execute the instances of a request in the same order, and decide the same about the request.
 *
 * <p>The origin of a skipped request proposes the request again in another instance.
 *
 * <p><b>Forgetting.</b> Each restart of a member begins a new incarnation of the member. Requests of two incarnations
 * of a member need not interfere, so members execute them in different orders. The rules for own and passed requests
 * nevertheless lead all members to the same decisions:
 *
 * <ul>
 *   <li><em>Own requests</em> of a member are in instances that the member itself opened. The instance numbers of a
 *       member's incarnation are above those of its earlier incarnations. A member forgets an incarnation once it has
 *       executed all instances up to the first instance of a later incarnation. No instance with a request of the
 *       forgotten incarnation is left at that time.
 *   <li><em>Passed requests</em> are in instances that other members than their origin opened. Passed requests of one
 *       origin interfere with each other, see {@link RequestKeys}, so all members execute passed requests of the origin
 *       in the same order. A member remembers the {@link #PASSED_MAX} incarnations whose passed requests took effect
 *       last.
 * </ul>
 *
 * <p><b>Bound:</b> for own requests, the table remembers one incarnation per member, and one incarnation for each
 * executed instance above the executed prefix. For passed requests, the table remembers {@link #PASSED_MAX}
 * incarnations per member. Each remembered incarnation has {@link EffectiveNumbers#SPAN} request numbers. Not
 * thread-safe.
 */
final class RequestTable {
    /**
     * Number of incarnations with passed requests that a member remembers of each other member. If a learner passes a
     * request to two voters, one copy stays in flight while its voter is cut off from the network. While the copy is in
     * flight, the learner may restart more than 1024 times, and send requests after each restart. After more than 1024
     * restarts of the learner, all members may let the copied request take effect again.
     */
    static final int PASSED_MAX = 1024;

    private static final int VERSION = 2;

    /**
     * Version of the encoding that does not have the first instance of an incarnation's own requests. In version {@code
     * VERSION_UNPLACED}, all incarnations are in the order of their last effect.
     */
    private static final int VERSION_UNPLACED = 1;

    /** Results of the execution of a request. */
    enum Outcome {
        /** Result of an execution: the request takes effect with this execution. */
        EFFECTIVE,
        /** Result of an execution: the request took effect with an earlier execution. */
        REPEATED,
        /** Result of an execution: the request is skipped, because a predecessor has not taken effect. */
        EARLY
    }

    /** The effective requests of one incarnation of a member. */
    private static final class Known {
        final Incarnation incarnation;
        final EffectiveNumbers numbers;

        /**
         * The lowest number of an instance that the origin opened and that has an effective request of the incarnation;
         * 0 for passed requests.
         */
        long first;

        Known(Incarnation incarnation, EffectiveNumbers numbers, long first) {
            this.incarnation = incarnation;
            this.numbers = numbers;
            this.first = first;
        }
    }

    private final Membership members;

    /** By rank of the origin: the remembered incarnations with own requests, by the number of their first instance. */
    private final List<List<Known>> own = new ArrayList<>();

    /**
     * By rank of the origin: the remembered incarnations with passed requests; the incarnation whose request took
     * effect last is at the end.
     */
    private final List<List<Known>> passed = new ArrayList<>();

    private long effective;

    RequestTable(Membership members) {
        this.members = members;
        for (int rank = 0; rank < members.size(); rank++) {
            own.add(new ArrayList<>(1));
            passed.add(new ArrayList<>(0));
        }
    }

    /** Returns the number of requests that have taken effect at this member. */
    long effective() {
        return effective;
    }

    /** Returns the number of remembered incarnations of a member. */
    int incarnations(int origin) {
        int rank = members.rank(origin);
        return own.get(rank).size() + passed.get(rank).size();
    }

    /** Returns whether the request with this origin, incarnation and number has taken effect. */
    boolean isEffective(int origin, Incarnation incarnation, long number) {
        int rank = members.rank(origin);
        return contains(own.get(rank), incarnation, number)
                || contains(passed.get(rank), incarnation, number);
    }

    private static boolean contains(List<Known> all, Incarnation incarnation, long number) {
        int at = indexOf(all, incarnation);
        return at >= 0 && all.get(at).numbers.contains(number);
    }

    /** Returns the index of an incarnation in a list; -1 if the member does not remember the incarnation. */
    private static int indexOf(List<Known> all, Incarnation incarnation) {
        int at = all.size() - 1;
        while (at >= 0 && !all.get(at).incarnation.equals(incarnation)) at--;
        return at;
    }

    /**
     * Executes a request. The caller has executed all instances before {@code instance} in the execution order.
     *
     * @param instance the instance that contains the request
     */
    Outcome execute(Request request, InstanceId instance) {
        int origin = request.origin();
        Incarnation incarnation = request.incarnation();
        if (isEffective(origin, incarnation, request.number())) return Outcome.REPEATED;
        for (long predecessor : request.predecessors())
            if (!isEffective(origin, incarnation, predecessor)) return Outcome.EARLY;
        int rank = members.rank(origin);
        Known its =
                RequestKeys.isPassed(request, instance)
                        ? newestPassed(passed.get(rank), incarnation)
                        : placed(own.get(rank), incarnation, instance.number());
        its.numbers.add(request.number());
        effective++;
        return Outcome.EFFECTIVE;
    }

    /**
     * Returns the effective request numbers of an incarnation with own requests, and records that {@code instance} has
     * a request of the incarnation.
     */
    private static Known placed(List<Known> all, Incarnation incarnation, long instance) {
        int at = indexOf(all, incarnation);
        if (at >= 0) {
            Known its = all.get(at);
            its.first = Math.min(its.first, instance);
            return its;
        }
        Known added = new Known(incarnation, new EffectiveNumbers(), instance);
        int place = all.size();
        while (place > 0 && all.get(place - 1).first > instance) place--;
        all.add(place, added);
        return added;
    }

    /**
     * Returns the effective request numbers of an incarnation with passed requests. The incarnation becomes the last
     * one in the list of its origin.
     */
    private static Known newestPassed(List<Known> all, Incarnation incarnation) {
        int at = indexOf(all, incarnation);
        if (at >= 0 && at == all.size() - 1) return all.get(at);
        Known its = at >= 0 ? all.remove(at) : new Known(incarnation, new EffectiveNumbers(), 0);
        all.add(its);
        if (all.size() > PASSED_MAX) all.remove(0);
        return its;
    }

    /**
     * Forgets the incarnations of members whose own requests are all executed.
     *
     * @param prefix function that returns, for the rank of an origin, the number up to which all instances of the
     *     origin are executed
     */
    void forget(IntToLongFunction prefix) {
        for (int rank = 0; rank < own.size(); rank++) {
            List<Known> all = own.get(rank);
            while (all.size() > 1 && all.get(1).first <= prefix.applyAsLong(rank)) all.remove(0);
        }
    }

    /** Writes the table of effective requests into a snapshot. */
    void write(WireWriter out) {
        out.u8(VERSION).varint(effective);
        for (int rank = 0; rank < own.size(); rank++) {
            out.list(
                    own.get(rank),
                    (each, to) -> {
                        to.varint(each.first);
                        write(each, to);
                    });
            out.list(passed.get(rank), RequestTable::write);
        }
    }

    private static void write(Known each, WireWriter to) {
        each.incarnation.write(to);
        each.numbers.write(to);
    }

    /**
     * Reads a table of effective requests from a snapshot.
     *
     * @throws MalformedFrameException if {@link #write} did not write the bytes, or a member of another ensemble wrote
     *     them
     */
    static RequestTable read(WireReader in, Membership members) {
        int version = in.u8();
        if (version != VERSION && version != VERSION_UNPLACED)
            throw new MalformedFrameException(
                    "table of requests: expected version " + VERSION + ", got " + version);
        RequestTable table = new RequestTable(members);
        table.effective = in.varint();
        for (int rank = 0; rank < members.size(); rank++) {
            if (version == VERSION) table.readOwn(rank, in);
            table.passed.get(rank).addAll(in.list(PASSED_MAX, from -> read(from, 0)));
        }
        return table;
    }

    private void readOwn(int rank, WireReader in) {
        List<Known> all = own.get(rank);
        for (Known each : in.list(Integer.MAX_VALUE, from -> read(from, from.varint()))) {
            if (each.first <= (all.isEmpty() ? 0 : all.get(all.size() - 1).first))
                throw new MalformedFrameException(
                        "table of requests: expected ascending instances, got " + each.first);
            all.add(each);
        }
    }

    private static Known read(WireReader from, long first) {
        return new Known(Incarnation.read(from), EffectiveNumbers.read(from), first);
    }
}

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
 * instances of a request interfere with each other and with the instances of its predecessors. So all members execute
 * these instances in the same order, and make the same decisions.
 *
 * <p>A skipped request is proposed again by its origin.
 *
 * <p><b>Forgetting.</b> Each restart of a member is an incarnation. Requests of two incarnations need not interfere, so
 * members execute them in different orders. The rules below nevertheless let all members decide the same:
 *
 * <ul>
 *   <li><em>Own requests</em> are in instances that their origin opened. The instance numbers of an incarnation are
 *       above those of the incarnations before it. A member forgets an incarnation once it has executed all instances
 *       up to the first one of a later incarnation. No instance with a request of the forgotten one is left then.
 *   <li><em>Passed requests</em> are in instances of other members. Those of one origin interfere with each other, see
 *       {@link RequestKeys}, so all members execute them in the same order. The {@link #PASSED_MAX} incarnations whose
 *       passed requests took effect last are remembered.
 * </ul>
 *
 * <p><b>Bound:</b> for own requests, one incarnation per member, and one for each executed instance above the executed
 * prefix. For passed requests, {@link #PASSED_MAX} incarnations per member. Each incarnation has {@link
 * EffectiveNumbers#SPAN} numbers. Not thread-safe.
 */
final class RequestTable {
    /**
     * Number of incarnations with passed requests that are remembered of each member. A request that a learner has passed
     * to two voters is in flight while one of them is cut off. If that takes longer than so many restarts of the learner
     * with requests in between, the request may take effect again, at all members alike.
     */
    static final int PASSED_MAX = 1024;

    private static final int VERSION = 2;

    /** The version without the place of own requests. All incarnations were in the order of their last effect. */
    private static final int VERSION_UNPLACED = 1;

    /** Result of the execution of a request. */
    enum Outcome {
        /** The request takes effect with this execution. */
        EFFECTIVE,
        /** The request took effect before. */
        REPEATED,
        /** The request is skipped, because a predecessor has not taken effect. */
        EARLY
    }

    /** The effective requests of one incarnation of a member. */
    private static final class Known {
        final Incarnation incarnation;
        final EffectiveNumbers numbers;

        /** The lowest number of an own instance with an effective request; 0 for passed requests. */
        long first;

        Known(Incarnation incarnation, EffectiveNumbers numbers, long first) {
            this.incarnation = incarnation;
            this.numbers = numbers;
            this.first = first;
        }
    }

    private final Membership members;

    /** By rank of the origin: incarnations with own requests, by their first instance. */
    private final List<List<Known>> own = new ArrayList<>();

    /** By rank of the origin: incarnations with passed requests; the one whose request took effect last is the last one. */
    private final List<List<Known>> passed = new ArrayList<>();

    private long effective;

    RequestTable(Membership members) {
        this.members = members;
        for (int rank = 0; rank < members.size(); rank++) {
            own.add(new ArrayList<>(1));
            passed.add(new ArrayList<>(0));
        }
    }

    /** Number of requests that have taken effect. */
    long effective() {
        return effective;
    }

    /** Number of remembered incarnations of a member. */
    int incarnations(int origin) {
        int rank = members.rank(origin);
        return own.get(rank).size() + passed.get(rank).size();
    }

    /** Whether a request has taken effect. */
    boolean isEffective(int origin, Incarnation incarnation, long number) {
        int rank = members.rank(origin);
        return contains(own.get(rank), incarnation, number)
                || contains(passed.get(rank), incarnation, number);
    }

    private static boolean contains(List<Known> all, Incarnation incarnation, long number) {
        int at = indexOf(all, incarnation);
        return at >= 0 && all.get(at).numbers.contains(number);
    }

    /** Place of an incarnation; -1 if it is not remembered. */
    private static int indexOf(List<Known> all, Incarnation incarnation) {
        int at = all.size() - 1;
        while (at >= 0 && !all.get(at).incarnation.equals(incarnation)) at--;
        return at;
    }

    /**
     * Executes a request: the instances before it are executed.
     *
     * @param instance the instance that has the request
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

    /** The numbers of an incarnation with own requests, one of them in the instance with this number. */
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

    /** The numbers of an incarnation with passed requests, which becomes the last one of its origin. */
    private static Known newestPassed(List<Known> all, Incarnation incarnation) {
        int at = indexOf(all, incarnation);
        if (at >= 0 && at == all.size() - 1) return all.get(at);
        Known its = at >= 0 ? all.remove(at) : new Known(incarnation, new EffectiveNumbers(), 0);
        all.add(its);
        if (all.size() > PASSED_MAX) all.remove(0);
        return its;
    }

    /**
     * Forgets the incarnations whose own requests are all executed.
     *
     * @param prefix by rank of the origin: all its instances up to this number are executed
     */
    void forget(IntToLongFunction prefix) {
        for (int rank = 0; rank < own.size(); rank++) {
            List<Known> all = own.get(rank);
            while (all.size() > 1 && all.get(1).first <= prefix.applyAsLong(rank)) all.remove(0);
        }
    }

    /** Writes the table into a snapshot. */
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
     * Reads a table of a snapshot.
     *
     * @throws MalformedFrameException if {@link #write} did not write the bytes, or other members wrote them
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

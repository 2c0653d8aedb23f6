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
 * Decides which requests of an executed instance take effect: each request takes effect at most once, and only after
 * its predecessors (earlier interfering requests). Two instances with the same request interfere with each other, and
 * with the instances of the request's predecessors. All members therefore execute two instances with the same request
 * in the same order, and make the same decision about the request.
 *
 * <p>A request that is executed before a predecessor is skipped; the member that proposed it proposes it again in
 * another instance.
 *
 * <p><b>Forgetting.</b> Each restart of a member begins a new incarnation (run) with request numbers of its own.
 * Requests of different incarnations need not interfere, so members may execute them in different orders. By two rules,
 * all members make the same decision about each request, although they forget old incarnations:
 *
 * <ul>
 *   <li><em>Own requests</em> are in instances that were opened by the member at which the requests were submitted
 *       (their origin). A later incarnation of the origin opens instances with higher numbers. A member forgets an
 *       incarnation once it has executed all instances of the origin up to the first instance of a later incarnation.
 *       When an incarnation is forgotten, no unexecuted instance contains a request of this incarnation.
 *   <li><em>Passed requests</em> are requests of a learner, in instances that another member opened for the learner.
 *       All passed requests of one learner interfere, see {@link RequestKeys}, so all members execute them in the same
 *       order. A member remembers the {@link #PASSED_MAX} incarnations of each learner whose passed requests took
 *       effect last.
 * </ul>
 *
 * <p><b>Bound:</b> for own requests, the table has one incarnation per member, and at most one more for each executed
 * instance that follows an unexecuted instance. For passed requests, the table has up to {@link #PASSED_MAX}
 * incarnations per member. An incarnation has at most {@link EffectiveNumbers#SPAN} request numbers. Not thread-safe.
 */
final class RequestTable {
    /**
     * Number of incarnations (runs) of a learner for which a member remembers passed requests. A request that was
     * passed more than {@code PASSED_MAX} restarts of the learner ago may take effect twice.
     */
    static final int PASSED_MAX = 1024;

    private static final int VERSION = 2;

    private static final int VERSION_UNPLACED = 1;

    enum Outcome {
        EFFECTIVE,
        REPEATED,
        EARLY
    }

    private static final class Known {
        final Incarnation incarnation;
        final EffectiveNumbers numbers;

        /**
         * Lowest number of the origin's instances in which a request of this incarnation took effect; 0 for passed
         * requests (of a learner).
         */
        long first;

        Known(Incarnation incarnation, EffectiveNumbers numbers, long first) {
            this.incarnation = incarnation;
            this.numbers = numbers;
            this.first = first;
        }
    }

    private final Membership members;

    /**
     * By rank of the origin: incarnations of requests that their own member proposed, sorted by {@link Known#first}.
     */
    private final List<List<Known>> own = new ArrayList<>();

    /**
     * By rank of the origin: incarnations of requests that another member proposed, in the order of their last effects.
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

    long effective() {
        return effective;
    }

    int incarnations(int origin) {
        int rank = members.rank(origin);
        return own.get(rank).size() + passed.get(rank).size();
    }

    boolean isEffective(int origin, Incarnation incarnation, long number) {
        int rank = members.rank(origin);
        return contains(own.get(rank), incarnation, number)
                || contains(passed.get(rank), incarnation, number);
    }

    private static boolean contains(List<Known> all, Incarnation incarnation, long number) {
        int at = indexOf(all, incarnation);
        return at >= 0 && all.get(at).numbers.contains(number);
    }

    /** Returns -1 if the list does not contain the incarnation. */
    private static int indexOf(List<Known> all, Incarnation incarnation) {
        int at = all.size() - 1;
        while (at >= 0 && !all.get(at).incarnation.equals(incarnation)) at--;
        return at;
    }

    /** The caller executes instances one after the other, in the order of execution. */
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

    private static Known newestPassed(List<Known> all, Incarnation incarnation) {
        int at = indexOf(all, incarnation);
        if (at >= 0 && at == all.size() - 1) return all.get(at);
        Known its = at >= 0 ? all.remove(at) : new Known(incarnation, new EffectiveNumbers(), 0);
        all.add(its);
        if (all.size() > PASSED_MAX) all.remove(0);
        return its;
    }

    /**
     * Forgets each incarnation (run of a member) whose instances are all executed.
     *
     * @param prefix by rank of an origin: the number up to which all its instances are executed
     */
    void forget(IntToLongFunction prefix) {
        for (int rank = 0; rank < own.size(); rank++) {
            List<Known> all = own.get(rank);
            while (all.size() > 1 && all.get(1).first <= prefix.applyAsLong(rank)) all.remove(0);
        }
    }

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

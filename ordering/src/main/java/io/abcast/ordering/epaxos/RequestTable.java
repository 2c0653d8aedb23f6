package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which executed requests take effect: each request takes effect once, and only after its predecessors. The
 * instances of a request interfere with each other and with the instances of its predecessors. So all members execute
 * these instances in the same order, and make the same decisions.
 *
 * <p>A skipped request is proposed again by its origin.
 *
 * <p><b>Bound:</b> {@link #INCARNATIONS_MAX} incarnations of each member, with {@link EffectiveNumbers#SPAN} numbers
 * for each incarnation. Not thread-safe.
 */
final class RequestTable {
    /**
     * Number of incarnations that are remembered of each member. No request of an earlier incarnation may still be in
     * flight. The number is large because each restart of a learner makes an incarnation. A request that a learner has
     * passed to two voters stays in flight while one of them is disconnected.
     */
    static final int INCARNATIONS_MAX = 1024;

    private static final int VERSION = 1;

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
    private record Known(Incarnation incarnation, EffectiveNumbers numbers) {}

    private final Membership members;

    /** By rank of the origin: its incarnations, in the order in which their requests last took effect. */
    private final List<List<Known>> known = new ArrayList<>();

    private long effective;

    RequestTable(Membership members) {
        this.members = members;
        for (int rank = 0; rank < members.size(); rank++) known.add(new ArrayList<>(1));
    }

    /** Number of requests that have taken effect. */
    long effective() {
        return effective;
    }

    /** Whether a request has taken effect. */
    boolean isEffective(int origin, Incarnation incarnation, long number) {
        EffectiveNumbers its = numbers(origin, incarnation);
        return its != null && its.contains(number);
    }

    private EffectiveNumbers numbers(int origin, Incarnation incarnation) {
        List<Known> all = known.get(members.rank(origin));
        for (int at = all.size() - 1; at >= 0; at--)
            if (all.get(at).incarnation.equals(incarnation)) return all.get(at).numbers;
        return null;
    }

    /** Executes a request. All instances before the request's instance must be executed already. */
    Outcome execute(Request request) {
        EffectiveNumbers its = numbers(request.origin(), request.incarnation());
        if (its != null && its.contains(request.number())) return Outcome.REPEATED;
        for (long predecessor : request.predecessors())
            if (its == null || !its.contains(predecessor)) return Outcome.EARLY;
        newest(request).add(request.number());
        effective++;
        return Outcome.EFFECTIVE;
    }

    /** Returns the numbers of the request's incarnation, and moves this incarnation to the end of its origin's list. */
    private EffectiveNumbers newest(Request request) {
        List<Known> all = known.get(members.rank(request.origin()));
        int at = all.size() - 1;
        while (at >= 0 && !all.get(at).incarnation.equals(request.incarnation())) at--;
        if (at >= 0 && at == all.size() - 1) return all.get(at).numbers;
        Known its =
                at >= 0 ? all.remove(at) : new Known(request.incarnation(), new EffectiveNumbers());
        all.add(its);
        if (all.size() > INCARNATIONS_MAX) all.remove(0);
        return its.numbers;
    }

    /** Writes the table into a snapshot. */
    void write(WireWriter out) {
        out.u8(VERSION).varint(effective);
        for (List<Known> all : known)
            out.list(
                    all,
                    (each, to) -> {
                        each.incarnation.write(to);
                        each.numbers.write(to);
                    });
    }

    /**
     * Reads a table of a snapshot.
     *
     * @throws MalformedFrameException if {@link #write} did not write the bytes, or other members wrote them
     */
    static RequestTable read(WireReader in, Membership members) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "table of requests: expected version " + VERSION + ", got " + version);
        RequestTable table = new RequestTable(members);
        table.effective = in.varint();
        for (List<Known> all : table.known)
            all.addAll(
                    in.list(
                            INCARNATIONS_MAX,
                            from ->
                                    new Known(
                                            Incarnation.read(from), EffectiveNumbers.read(from))));
        return table;
    }
}

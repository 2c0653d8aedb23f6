package io.abcast.sim.check;

import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the invariants of protocols in which only interfering requests have one order. Members may deliver requests
 * that do not interfere in different orders. The zxid of a request may therefore differ between members, and this
 * checker identifies a request by its origin and number.
 *
 * <ul>
 *   <li>If requests a and b interfere, and one member delivers a before b, any member that delivers b has delivered a
 *       before b.
 *   <li>Any member delivers a request at most once.
 *   <li>Interfering requests of one process are delivered in the order of their submission.
 *   <li>At the end of the run, all members have delivered every request that was acknowledged.
 *   <li>A read of keys sees every write of these keys that was answered before the read began, or that another read had
 *       returned before. A read of keys also sees all writes of these keys that precede a write that it must see,
 *       directly or through a chain of interfering requests.
 *   <li>Interfering requests are strictly serializable (Herlihy and Wing 1990). If a client received the answer to
 *       request a before a client submitted request b, request a does not follow request b. Strict serializability also
 *       covers an indirect order of two requests, through a chain of interfering requests.
 * </ul>
 */
final class InterferingOrder extends Checker {
    /**
     * Upper bound on the difference of two request numbers of one process; numbers of two processes of a server differ
     * by more.
     */
    private static final long SPAN = 1L << 30;

    private record Named(int origin, long number) {}

    private record Answered(Named request, Keys keys, long nanos) {}

    private record Delivered(Txn txn, Keys keys) {
        boolean interferes(Delivered other) {
            return keys.interferes(other.keys);
        }
    }

    private final Interference interference;
    private final List<Answered> acknowledged = new ArrayList<>();

    /**
     * Requests whose effects clients have seen, and all preceding requests, with the virtual time in ns of the first
     * view.
     */
    private final Map<Named, Answered> seen = new HashMap<>();

    private final Map<Txn, Keys> keys = new HashMap<>();

    private final Map<Named, ObservedRequest> submitted = new HashMap<>();

    private final Map<Named, Long> told = new HashMap<>();

    /** For each member, by rank: the requests in the state machine of the member. */
    private final Map<Integer, Set<Named>> held = new HashMap<>();

    private boolean lost;

    InterferingOrder(Interference interference) {
        this.interference = interference;
    }

    private static Named named(Txn txn) {
        return new Named(txn.origin(), txn.request());
    }

    @Override
    protected void onDelivered(int rank, Txn txn, int index, boolean mine) {
        boolean first = held.computeIfAbsent(rank, r -> new HashSet<>()).add(named(txn));
        if (!first) violated("rank " + rank + " delivered " + txn + " a second time");
    }

    @Override
    protected void onRestored(int rank) {
        Set<Named> now = new HashSet<>();
        Sequence own = history().delivered(rank);
        for (int at = 0; at < own.size(); at++) now.add(named(history().txn(own.get(at))));
        held.put(rank, now);
    }

    @Override
    protected void onTwin(int rank, int twin) {
        Set<Named> older = held.remove(rank);
        if (older == null) held.remove(twin);
        else held.put(twin, older);
    }

    @Override
    protected void onAnswered(ObservedRequest request) {
        if (request.state != ObservedRequest.State.DELIVERED || request.ordered == null) return;
        Txn txn = request.ordered;
        acknowledged.add(new Answered(named(txn), keys(txn), history().nowNanos()));
        Sequence own = history().delivered(request.rank);
        int at = own.size() - 1;
        while (at >= 0 && !history().txn(own.get(at)).equals(txn)) at--;
        see(request.rank, at, keys(txn));
    }

    private Keys keys(Txn txn) {
        return keys.computeIfAbsent(txn, each -> interference.keys(each.payload));
    }

    private void see(int rank, int places, Keys of) {
        Sequence own = history().delivered(rank);
        Keys seenKeys = of;
        for (int at = places - 1; at >= 0; at--) {
            Txn txn = history().txn(own.get(at));
            Keys its = keys(txn);
            if (!its.interferes(seenKeys)) continue;
            seenKeys = seenKeys.and(its);
            seen.putIfAbsent(named(txn), new Answered(named(txn), its, history().nowNanos()));
        }
    }

    @Override
    protected void onNumbered(ObservedRequest request) {
        submitted.put(named(request), request);
    }

    @Override
    protected void onTold(ObservedRequest request) {
        told.put(named(request), history().nowNanos());
    }

    private Named named(ObservedRequest request) {
        return new Named(history().members().id(history().server(request.rank)), request.number);
    }

    @Override
    protected void onReadReady(ObservedRead read) {
        if (lost) return;
        Set<Named> here = held.getOrDefault(read.rank, Set.of());
        if (!sees(read, here, acknowledged) || !sees(read, here, seen.values())) return;
        see(read.rank, history().delivered(read.rank).size(), read.keys);
    }

    private boolean sees(ObservedRead read, Set<Named> here, Collection<Answered> earlier) {
        for (Answered each : earlier) {
            if (each.nanos >= read.startedNanos || here.contains(each.request)) continue;
            if (!each.keys.interferes(read.keys)) continue;
            violated(read + " does not see " + each);
            return false;
        }
        return true;
    }

    @Override
    protected void onLost(int length) {
        lost = true;
    }

    @Override
    protected void onNewBeginning() {
        lost = true;
    }

    @Override
    protected void onEnd() {
        if (lost) return;
        int ranks = history().ranks();
        List<Map<Named, Integer>> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Map<Named, Integer> its = new HashMap<>();
            Sequence own = history().delivered(rank);
            for (int at = 0; at < own.size(); at++) its.put(named(history().txn(own.get(at))), at);
            places.add(its);
        }
        for (int id : history().ensemble().ids()) {
            int rank = history().members().rank(id);
            List<Delivered> own = delivered(rank);
            checkOrder(rank, own, places);
            checkRealTime(rank, own);
            for (Answered each : acknowledged) {
                if (places.get(rank).containsKey(each.request)) continue;
                violated("rank " + rank + " lacks the acknowledged " + each);
                break;
            }
        }
    }

    private List<Delivered> delivered(int rank) {
        Sequence own = history().delivered(rank);
        List<Delivered> all = new ArrayList<>();
        for (int at = 0; at < own.size(); at++) {
            Txn txn = history().txn(own.get(at));
            all.add(new Delivered(txn, keys(txn)));
        }
        return all;
    }

    private void checkOrder(int rank, List<Delivered> own, List<Map<Named, Integer>> places) {
        for (int b = 0; b < own.size(); b++) {
            Txn later = own.get(b).txn;
            for (int a = 0; a < b; a++) {
                if (!own.get(a).interferes(own.get(b))) continue;
                Txn earlier = own.get(a).txn;
                long ahead = earlier.request() - later.request();
                if (earlier.origin() == later.origin() && ahead > 0 && ahead < SPAN) {
                    violated("rank " + rank + " delivered " + earlier + " before " + later);
                    return;
                }
                if (!isOrdered(rank, named(earlier), named(later), places)) return;
            }
        }
    }

    /**
     * If request a precedes b, directly or through interfering requests, b must not have been answered before a was
     * submitted. Cycles with one step of real time suffice, because each cycle with several such steps contains a cycle
     * with only one.
     */
    private void checkRealTime(int rank, List<Delivered> own) {
        long[] latest = new long[own.size()];
        for (int b = 0; b < own.size(); b++) {
            Txn later = own.get(b).txn;
            long before = Long.MIN_VALUE;
            for (int a = 0; a < b; a++)
                if (latest[a] > before && own.get(a).interferes(own.get(b))) before = latest[a];
            Long answered = told.get(named(later));
            if (answered != null && answered < before) {
                violated(
                        "rank %d delivered %s, which was answered at %d ns, after a request of %d ns"
                                .formatted(rank, later, answered, before));
                return;
            }
            ObservedRequest request = submitted.get(named(later));
            latest[b] = Math.max(before, request == null ? 0 : request.submittedNanos);
        }
    }

    private boolean isOrdered(int rank, Named a, Named b, List<Map<Named, Integer>> places) {
        for (int other = 0; other < places.size(); other++) {
            Integer atB = places.get(other).get(b);
            if (atB == null) continue;
            Integer atA = places.get(other).get(a);
            if (atA != null && atA < atB) continue;
            violated(
                    "rank "
                            + rank
                            + " delivered "
                            + a
                            + " before "
                            + b
                            + ", rank "
                            + other
                            + (atA == null ? " only the second one" : " the reverse"));
            return false;
        }
        return true;
    }
}

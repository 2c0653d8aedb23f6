package io.abcast.torture;

import io.abcast.torture.RegisterOp.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reduces the number of operations with unknown outcome in a history, because each such operation can double the time
 * of the linearizability check. Two reductions of a history are possible, because every value is written only once:
 *
 * <ul>
 *   <li>If a client has read the value of an operation, the operation took effect before this read was answered. The
 *       reduction sets the end of the operation with unknown outcome to the end of the first read that returned the
 *       operation's value.
 *   <li>The reduction leaves out an operation with unknown outcome whose value no client has read. Because an omitted
 *       operation may have taken effect, the check must be less strict for operations that could have observed its
 *       value. Failed CAS operations are omitted too, and a removal may have found any value or no value.
 * </ul>
 *
 * Both reductions of histories keep a linearizable history linearizable. After the reductions, the check misses
 * violations that show only in a failed CAS, or only in the result of a removal after an operation whose value was
 * never read.
 */
final class OpenOps {
    private OpenOps() {}

    static List<RegisterOp> reduce(List<RegisterOp> history) {
        Map<Long, Long> seen = firstSeen(history);
        Set<RegisterOp> unseen = new HashSet<>();
        long firstUnseen = Long.MAX_VALUE;
        boolean anyUnseen = false;
        for (RegisterOp op : history) {
            if (op.known() || !stores(op) || seen.containsKey(op.argument())) continue;
            unseen.add(op);
            if (!anyUnseen || op.startNanos() - firstUnseen < 0) firstUnseen = op.startNanos();
            anyUnseen = true;
        }
        List<RegisterOp> reduced = new ArrayList<>(history.size());
        for (RegisterOp op : history) {
            if (unseen.contains(op)) continue;
            boolean mayNotice = anyUnseen && op.known() && op.endNanos() - firstUnseen > 0;
            if (mayNotice && op.kind() == Kind.CAS && op.result() == 0) continue;
            if (!op.known() && stores(op)) reduced.add(ended(op, seen.get(op.argument())));
            else if (mayNotice && op.kind() == Kind.REMOVE) reduced.add(removed(op));
            else reduced.add(op);
        }
        return reduced;
    }

    private static boolean stores(RegisterOp op) {
        return op.kind() == Kind.WRITE || op.kind() == Kind.CAS;
    }

    private static Map<Long, Long> firstSeen(List<RegisterOp> history) {
        Map<Long, Long> seen = new HashMap<>();
        for (RegisterOp op : history) {
            if (!op.known()) continue;
            if (op.kind() == Kind.READ && op.result() != 0)
                seen.merge(op.result(), op.endNanos(), OpenOps::earlier);
            if (op.kind() == Kind.CAS && op.result() == 1)
                seen.merge(op.expected(), op.endNanos(), OpenOps::earlier);
        }
        return seen;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }

    private static RegisterOp ended(RegisterOp op, long endNanos) {
        // If a client read the value before its write began, keep this violation of linearizability
        // in the history, so that the check finds it.
        long end = endNanos - op.startNanos() < 0 ? op.startNanos() : endNanos;
        return new RegisterOp(
                op.client(),
                op.kind(),
                op.argument(),
                op.expected(),
                true,
                1,
                op.startNanos(),
                end);
    }

    /** A removal whose result is unknown has the same effect as a write of the value 0 (empty register). */
    private static RegisterOp removed(RegisterOp op) {
        return new RegisterOp(
                op.client(), Kind.WRITE, 0, 0, true, 1, op.startNanos(), op.endNanos());
    }
}

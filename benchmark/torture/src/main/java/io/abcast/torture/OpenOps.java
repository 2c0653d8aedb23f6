package io.abcast.torture;

import io.abcast.torture.RegisterOp.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Spares the search operations of unknown outcome, each of which doubles it. Values are written once, so:
 *
 * <ul>
 *   <li>what stored a value that somebody saw has happened, and before the first who saw it was answered: it gets that end;
 *   <li>what would have stored a value that nobody saw is left out. It may have happened all the same, between two others; whoever
 *       could have noticed is then asked for less: a CAS that failed is left out too, and what was there when something was removed
 *       is not asked.
 * </ul>
 *
 * What is linearizable stays so; and what is not is found not to be as surely as before, but for what a failed CAS and a removal tell
 * after such a write.
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

    /** By value, when the first who saw it had his answer. */
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
        // Seen before it began: let the search find that out.
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

    /** Nothing is there afterwards, whatever was before: a write of nothing. */
    private static RegisterOp removed(RegisterOp op) {
        return new RegisterOp(
                op.client(), Kind.WRITE, 0, 0, true, 1, op.startNanos(), op.endNanos());
    }
}

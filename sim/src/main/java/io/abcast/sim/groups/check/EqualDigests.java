package io.abcast.sim.groups.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that all replicas of a group have equal digests of their states after the same delivery. */
final class EqualDigests extends GroupChecker {
    private record Reported(GroupReplica replica, long digest) {}

    /** For each group: the first state digest that a replica has reported, by the number of the delivery. */
    private final List<Map<Long, Reported>> groups = new ArrayList<>();

    EqualDigests() {
        super("Digest");
    }

    @Override
    protected void onDigest(GroupReplica replica, long seq, long digest) {
        while (groups.size() <= replica.group) groups.add(new HashMap<>());
        Reported first = groups.get(replica.group).putIfAbsent(seq, new Reported(replica, digest));
        if (first != null && first.digest != digest)
            violated(
                    "%s has digest %016x after place %d, %s has %016x"
                            .formatted(replica, digest, seq, first.replica, first.digest));
    }
}

package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.zab.ZabStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records the state of a cluster that an attack must not change: views, leaders, epochs and data. */
final class QuietCluster {
    private final TestCluster cluster;
    private final int[] ids;
    private final String before;
    private final Map<Integer, Long> delivered = new TreeMap<>();
    private final Map<String, String> state;
    private int puts;

    QuietCluster(TestCluster cluster, int... ids) throws Exception {
        this.cluster = cluster;
        this.ids = ids;
        cluster.awaitSame();
        for (int id : ids) awaitFreshStatus(id);
        before = picture();
        state = new TreeMap<>(cluster.contents().get(ids[0]));
        for (int id : ids) delivered.put(id, cluster.status(id).delivered());
    }

    @SuppressWarnings(
            "ReferenceEquality") // Each status is a new object, even if its values are equal.
    private void awaitFreshStatus(int id) throws Exception {
        for (int i = 0; i < 2; i++) {
            ZabStatus old = cluster.status(id);
            Wait.until(TestCluster.LIMIT, () -> cluster.status(id) != old, cluster::toString);
        }
    }

    private String picture() {
        List<Object> facts = new ArrayList<>();
        for (int id : ids) {
            facts.add(cluster.channel(id).getView().toString());
            facts.add(cluster.status(id).leader());
            facts.add(cluster.status(id).currentEpoch());
            facts.add(cluster.status(id).elections());
            facts.add(cluster.status(id).sessionsBroken());
        }
        return facts.toString();
    }

    private boolean delivered(int id) {
        return cluster.status(id).delivered() == delivered.get(id) + puts;
    }

    void assertKept() throws Exception {
        for (int id : ids) {
            cluster.put(id, "calm-" + id, "v" + puts);
            state.put("calm-" + id, "v" + puts);
            puts++;
        }
        Wait.until(
                TestCluster.LIMIT,
                () -> {
                    for (int id : ids) if (!delivered(id)) return false;
                    return true;
                },
                cluster::toString);
        for (int id : ids) awaitFreshStatus(id);
        for (int id : ids) assertEquals(delivered.get(id) + puts, cluster.status(id).delivered());
        for (int id : ids) assertEquals(state, cluster.contents().get(id), "state of " + id);
        assertEquals(before, picture());
    }
}

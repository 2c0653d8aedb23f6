package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReplicatedMapTest {
    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(TestCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void everyOperationReturnsTheValueBeforeAndReachesAllMembers() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            assertNull(get(cluster.map(1).put("a", "1")));
            assertEquals("1", get(cluster.map(2).put("a", "2")));
            assertEquals("2", get(cluster.map(3).putIfAbsent("a", "3")));
            assertNull(get(cluster.map(3).putIfAbsent("b", "3")));
            assertFalse(get(cluster.map(1).replace("a", "1", "9")));
            assertTrue(get(cluster.map(1).replace("a", "2", "4")));
            assertFalse(get(cluster.map(1).replace("c", "2", "4")));
            assertEquals("3", get(cluster.map(2).remove("b")));
            assertNull(get(cluster.map(2).remove("b")));
            for (int id = 1; id <= 3; id++) {
                assertEquals("4", get(cluster.map(id).getLinearizable("a")));
                assertNull(get(cluster.map(id).getLinearizable("b")));
                assertEquals(1, cluster.map(id).size());
            }
        }
    }

    @Test
    void concurrentWritersAtAllMembersLeaveEqualMaps() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            List<CompletableFuture<String>> all = new ArrayList<>();
            for (int i = 0; i < 3000; i++)
                all.add(cluster.map(1 + i % 3).put("k" + i % 100, "v" + i));
            for (CompletableFuture<String> one : all) get(one);
            cluster.awaitSame();
            assertEquals(100, cluster.map(1).size());
        }
    }

    @Test
    void exactlyOneOfManyCompareAndSetsSucceeds() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            get(cluster.map(1).put("lock", "free"));
            List<CompletableFuture<Boolean>> tries = new ArrayList<>();
            for (int i = 0; i < 30; i++)
                tries.add(cluster.map(1 + i % 3).replace("lock", "free", "holder " + i));
            int won = 0;
            for (CompletableFuture<Boolean> one : tries) won += get(one) ? 1 : 0;
            assertEquals(1, won);
        }
    }

    @Test
    void listenersReceiveEveryChangeInOrder() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
            cluster.map(3)
                    .addListener(
                            (key, before, after) -> seen.add(key + ":" + before + ">" + after));
            cluster.map(3)
                    .addListener(
                            (key, before, after) -> {
                                throw new IllegalStateException("a listener may fail");
                            });
            get(cluster.map(1).put("a", "1"));
            get(cluster.map(1).put("a", "2"));
            get(cluster.map(1).remove("a"));
            get(cluster.map(3).getLinearizable("a"));
            assertEquals(List.of("a:null>1", "a:1>2", "a:2>null"), List.copyOf(seen));
        }
    }
}

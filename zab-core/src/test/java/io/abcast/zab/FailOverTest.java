package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.ClusterModel.Hints;
import io.abcast.sim.check.ObservedRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures the fail-over time of Zab with the default timeouts, in virtual time: from the crash or stop of the leader
 * to the first answered request at another member.
 */
@Execution(ExecutionMode.CONCURRENT)
final class FailOverTest {
    private static final long STEP_NANOS = 10 * Scenario.MILLI;
    private static final int LEADERS = 10;

    @ParameterizedTest
    @CsvSource({
        // No view change reports the crash of the leader, so followers notice only that the
        // leader's heartbeats stop.
        "3, NEVER, 3000",
        "5, NEVER, 3000",
        // The leader stops on purpose and announces its end, so the group removes the leader from
        // its view at once.
        "3, ACCURATE, 1500",
        "5, ACCURATE, 1500"
    })
    void aLeaderIsReplacedInTime(int nodes, Hints hints, long millisMax) {
        Scenario s =
                new Scenario(
                        ClusterModel.quiet(nodes, Durability.FSYNC, ZabCodec.INSTANCE)
                                .withHints(hints),
                        ZabConfig.defaults(),
                        new ZabSubject(),
                        List.of(Policies.ZAB));
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < LEADERS; i++) {
            int leader = s.awaitLeader();
            s.write(leader, 3);
            millis.add(silenceAfterTheEndOf(s, leader));
            s.cluster.start(leader);
            s.await("all members to be up to date", () -> upToDate(s));
        }
        assertTrue(millis.stream().allMatch(each -> each < millisMax), millis + " ms");
    }

    private static long silenceAfterTheEndOf(Scenario s, int leader) {
        long began = s.cluster.now();
        s.cluster.crash(leader);
        List<ObservedRequest> asked = new ArrayList<>();
        s.await(
                "an answer after the end of leader " + leader,
                () -> {
                    if (s.cluster.now() - began >= asked.size() * STEP_NANOS)
                        for (int id : s.cluster.ensemble().ids())
                            if (id != leader) asked.add(s.submit(id));
                    return asked.stream()
                            .anyMatch(each -> each.state() == ObservedRequest.State.DELIVERED);
                });
        return (s.cluster.now() - began) / Scenario.MILLI;
    }

    private static boolean upToDate(Scenario s) {
        long zxid = s.cluster.stateZxid(s.leader());
        for (int id : s.cluster.ensemble().ids())
            if (!s.cluster.up(id) || s.cluster.stateZxid(id) != zxid) return false;
        return true;
    }
}

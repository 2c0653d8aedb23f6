package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupEffects;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the submissions of a replica that leads partition 0 of thirteen partitions. */
class SubmissionsTest {
    private static final int GROUPS = 13;
    private static final long SESSION = 9;

    private final Submissions submissions;
    private CamuTxn routed;
    private int refused;

    SubmissionsTest() {
        StringBuilder names = new StringBuilder("A=1");
        for (int group = 1; group < GROUPS; group++)
            names.append(";").append((char) ('A' + group)).append("=1");
        PartitionMap map = PartitionMap.parse(names.toString());
        GroupEffects effects =
                Fake.of(
                        GroupEffects.class,
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("refuse")) refused++;
                            return null;
                        });
        submissions =
                new Submissions(
                        0,
                        SESSION,
                        map,
                        CamuConfig.DEFAULT,
                        new KnownLeaders(map),
                        new ReplicaMail(0, 1, effects),
                        effects,
                        ask -> {
                            routed = ask.txn();
                            return true;
                        },
                        id -> null);
        submissions.leads(true);
    }

    private static int[] groups(int set) {
        List<Integer> groups = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) if ((set >> group & 1) != 0) groups.add(group);
        return groups.stream().mapToInt(Integer::intValue).toArray();
    }

    private int submit(int set) {
        submissions.submit(1, groups(set), new byte[0]);
        return SessionLane.lane(routed.id().number());
    }

    private void answer() {
        for (int from : routed.groups())
            submissions.onOutcome(from, routed.id(), routed.at(1), new byte[0]);
    }

    @Test
    void aSharedLaneThatWaitsForOnePartitionIsBounded() {
        // Submit transactions to sets of two and more destinations until all lanes of the session
        // are in use.
        int set = 3;
        for (int lanes = 0; lanes < SessionLane.LANES_MAX; set++) {
            if (Integer.bitCount(set) < 2) continue;
            submit(set);
            answer();
            lanes++;
        }
        int stuck = set++;
        int lane = submit(stuck);
        while (submit(set) != lane) {
            answer();
            set++;
        }
        answer();
        assertEquals(0, refused);
        for (int i = 0; i < 200_000 && refused == 0; i++) {
            submit(set);
            answer();
        }
        assertTrue(refused > 0, "the lane grows without bound");
    }

    @Test
    void newLeadersOfAnotherPartitionDoNotDelayTheSearchForTheOwnOne() {
        PartitionMap map = PartitionMap.parse("A=1,2,3;B=4");
        TreeSet<Integer> asked = new TreeSet<>();
        GroupEffects effects =
                Fake.of(
                        GroupEffects.class,
                        (proxy, method, arguments) -> {
                            boolean isSent = method.getName().equals("sendTo");
                            if (isSent && (int) arguments[0] == 0) asked.add((int) arguments[1]);
                            return null;
                        });
        KnownLeaders leaders = new KnownLeaders(map);
        ReplicaMail mail = new ReplicaMail(0, 1, effects);
        CamuConfig config = CamuConfig.DEFAULT;
        Submissions follower =
                new Submissions(
                        0, SESSION, map, config, leaders, mail, effects, ask -> false, id -> null);
        follower.submit(1, new int[] {0, 1}, new byte[0]);
        for (int half = 1; half <= 200; half++) {
            follower.now(half * config.resendNanos() / 2);
            leaders.learn(1, half, 4);
            follower.resend(1);
            follower.onResendTimer();
            mail.flush();
        }
        assertEquals(Set.of(2, 3), asked);
    }
}

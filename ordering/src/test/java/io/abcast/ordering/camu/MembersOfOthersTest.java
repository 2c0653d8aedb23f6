package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.ordering.camu.CamuMessage.LeaderHint;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the leader of partition A while servers are added to partition A and to another partition. */
class MembersOfOthersTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=2");
    private static final int B = 1;

    private record Sent(int group, int server, Object message) {}

    private final List<byte[]> submitted = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final PartitionNode node;
    private Effects below;

    MembersOfOthersTest() {
        Node log =
                (Node)
                        proxy(
                                Node.class,
                                (name, arguments) -> {
                                    if (name.equals("onSubmit"))
                                        submitted.add((byte[]) arguments[1]);
                                });
        GroupEffects effects =
                (GroupEffects)
                        proxy(
                                GroupEffects.class,
                                (name, arguments) -> {
                                    if (name.equals("sendTo"))
                                        sent.add(
                                                new Sent(
                                                        (int) arguments[0],
                                                        (int) arguments[1],
                                                        arguments[2]));
                                });
        node =
                new PartitionNode(
                        0,
                        1,
                        MAP,
                        CamuConfig.DEFAULT.with(false, true),
                        7,
                        effects,
                        own -> {
                            below = own;
                            return new PartitionLog(log, () -> true);
                        });
        batch(() -> node.onStart(null));
        batch(() -> below.deliver(new Entry(1, 1, 0, submitted.get(0)), true));
        sent.clear();
    }

    private interface Call {
        void of(String name, Object[] arguments);
    }

    private static Object proxy(Class<?> type, Call call) {
        return Proxy.newProxyInstance(
                MembersOfOthersTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    call.of(method.getName(), arguments);
                    return null;
                });
    }

    private void batch(Runnable events) {
        node.onBatchStart(0);
        events.run();
        node.onBatchEnd();
    }

    private TreeSet<Integer> receivers(Class<?> type, int group) {
        TreeSet<Integer> servers = new TreeSet<>();
        for (Sent each : sent)
            if (each.group == group && type.isInstance(each.message)) servers.add(each.server);
        return servers;
    }

    @Test
    void aChangedMembershipIsAnnounced() {
        Membership now = Membership.of(1, 4);
        batch(() -> below.reconfigured(0, false, now));
        assertEquals(new TreeSet<>(List.of(4)), receivers(LeaderHint.class, 0));
        assertEquals(new TreeSet<>(List.of(2)), receivers(LeaderHint.class, B));
        for (Sent each : sent)
            if (each.message instanceof LeaderHint hint) assertEquals(now, hint.members());
    }

    @Test
    void anAddedReplicaOfAnotherPartitionGetsConfirmations() {
        batch(() -> node.onGroupMessage(B, 2, new LeaderHint(1, 2, Membership.of(2, 5))));
        batch(() -> node.link(B, true));
        batch(() -> below.deliver(new Entry(2, 1, 1, submitted.get(1)), true));
        assertEquals(new TreeSet<>(List.of(2, 5)), receivers(CamuMessage.Confirm.class, B));
    }
}

package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.ordering.epaxos.EpaxosPhase;
import io.abcast.ordering.epaxos.EpaxosStatus;
import io.abcast.zab.Role;
import io.abcast.zab.ZabStatus;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the log lines of a server about its readiness, with a simulated clock. */
final class ReadinessLogTest {
    private final List<String> said = new ArrayList<>();
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private long now = 5;
    private final ReadinessLog story =
            new ReadinessLog(said::add, 7101, "ZAB", () -> now, later::add);

    @Test
    void aShortFailOverIsOneLine() {
        serves(3, 1, "ZAB");
        assertEquals(
                List.of(
                        "server 1: serving clients on port 7101: FOLLOWING, leader 3, epoch 1, ZAB"),
                said());
        waits("electing a leader");
        waits("synchronising with leader 2");
        now += 76_000_000;
        serves(2, 2, "ZAB");
        aSecondPasses();
        assertEquals(
                List.of(
                        "server 1: serving clients on port 7101 again, after 76 ms: FOLLOWING, leader 2, epoch 2, ZAB"),
                said());
    }

    @Test
    void aLastingReasonIsLoggedOnce() {
        waits("no quorum reachable: heard 1 of 3");
        waits("electing a leader");
        waits("no quorum reachable: heard 1 of 3");
        assertEquals(List.of(), said());
        aSecondPasses();
        assertEquals(List.of("server 1: not serving: no quorum reachable: heard 1 of 3"), said());
        waits("no quorum reachable: heard 1 of 3");
        aSecondPasses();
        assertEquals(List.of(), said());
        waits("electing a leader");
        aSecondPasses();
        assertEquals(List.of("server 1: not serving: electing a leader"), said());
    }

    @Test
    void anotherProtocolThanTheConfiguredOneIsNamed() {
        serves(3, 1, "ZAB_CT");
        serves(3, 1, "ZAB_CT");
        assertEquals(
                List.of(
                        "server 1: serving clients on port 7101: FOLLOWING, leader 3, epoch 1, ZAB_CT (configured here: ZAB)"),
                said());
    }

    @Test
    void withoutALeaderTheRoleIsNamed() {
        ReadinessLog epaxos = new ReadinessLog(said::add, 7101, "EPAXOS", () -> now, later::add);
        epaxos.onChange(
                status(EpaxosStatus.class, Map.of("role", EpaxosPhase.VOTING, "active", true)));
        epaxos.onChange(
                status(EpaxosStatus.class, Map.of("role", EpaxosPhase.LEARNING, "active", true)));
        assertEquals(
                List.of(
                        "server 1: serving clients on port 7101: VOTING, no leader, EPAXOS",
                        "server 1: serving clients on port 7101: LEARNING, no leader, EPAXOS"),
                said());
    }

    private void aSecondPasses() {
        for (int left = later.size(); left > 0; left--) later.poll().run();
    }

    private List<String> said() {
        List<String> lines = List.copyOf(said);
        said.clear();
        return lines;
    }

    private void serves(int leader, int epoch, String protocol) {
        story.onChange(
                status(
                        Map.of(
                                "role", Role.FOLLOWING,
                                "active", true,
                                "leader", leader,
                                "currentEpoch", epoch,
                                "protocol", protocol)));
    }

    private void waits(String reason) {
        story.onChange(status(Map.of("role", Role.LOOKING, "reason", reason)));
    }

    private static ZabStatus status(Map<String, Object> values) {
        return status(ZabStatus.class, values);
    }

    private static <T extends Record> T status(Class<T> type, Map<String, Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            Object value = values.get(name);
            arguments[i] =
                    value != null
                            ? value
                            : name.equals("id") ? 1 : nothing(components[i].getType());
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) return false;
        if (type == int.class) return 0;
        if (type == long.class) return 0L;
        if (type == double.class) return 0.0;
        if (type == String.class) return "";
        return null;
    }
}

package io.abcast.jgroups.cooper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

final class CooperMembersTest {
    private final Address own = UUID.randomUUID();
    private final Address second = UUID.randomUUID();
    private final Address third = UUID.randomUUID();
    private volatile String told = "";

    private CooperMembers members() {
        return new CooperMembers(1, ids -> told = Arrays.toString(ids));
    }

    @Test
    void onlyMembersWithMutualGreetingsAreReachable() {
        CooperMembers members = members();
        assertEquals(List.of(own, second), members.onView(List.of(own, second)));
        assertEquals("[1]", told);
        members.onHello(second, 2);
        assertEquals("[1]", told);
        members.onGreeted(List.of(second));
        assertEquals("[1, 2]", told);
        assertEquals(List.of(third), members.onView(List.of(own, second, third)));
        members.onGreeted(List.of(third));
        assertEquals("[1, 2]", told);
        members.onView(List.of(own, third));
        assertEquals("[1]", told);
        assertNull(members.id(second));
        assertNull(members.address(2));
    }

    @Test
    void aGreetingBeforeTheViewWithItsSenderIsKept() {
        CooperMembers members = members();
        members.onHello(second, 2);
        members.onView(List.of(own));
        members.onView(List.of(own, second));
        members.onGreeted(List.of(second));
        assertEquals("[1, 2]", told);
    }

    @Test
    void aRestartedMemberReplacesItsEarlierIncarnation() {
        CooperMembers members = members();
        members.onView(List.of(own, second));
        members.onHello(second, 2);
        members.onGreeted(List.of(second));
        members.onHello(third, 2);
        assertNull(members.id(second));
        members.onView(List.of(own, third));
        members.onGreeted(List.of(second, third));
        assertEquals("[1, 2]", told);
        assertEquals(third, members.address(2));
    }

    @Test
    void aLaterReportIsBasedOnNewerData() throws Exception {
        CooperMembers[] members = new CooperMembers[1];
        Thread greeting =
                new Thread(
                        () -> {
                            members[0].onHello(second, 2);
                            members[0].onGreeted(List.of(second));
                        });
        Consumer<int[]> slow =
                ids -> {
                    if (greeting.getState() == Thread.State.NEW) {
                        greeting.start();
                        while (greeting.isAlive() && greeting.getState() != Thread.State.BLOCKED)
                            Thread.onSpinWait();
                    }
                    told = Arrays.toString(ids);
                };
        members[0] = new CooperMembers(1, slow);
        members[0].onView(List.of(own, second));
        greeting.join();
        assertEquals("[1, 2]", told);
    }
}

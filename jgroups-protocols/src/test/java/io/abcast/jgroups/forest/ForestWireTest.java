package io.abcast.jgroups.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.kernel.Digest;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that members of FOREST understand each other, although each member numbers the other members differently. */
final class ForestWireTest {
    private static final Address A = new UUID(0, 1);
    private static final Address B = new UUID(0, 2);
    private static final Address C = new UUID(0, 3);
    private static final Digest DIGEST = Digest.of(new byte[1]);

    private static ForestRoster roster(Address self, Address... view) {
        ForestRoster roster = new ForestRoster(self);
        roster.onView(List.of(view));
        return roster;
    }

    private static Frame frame(int source, long incarnation) {
        return new Frame(source, incarnation, 7, 3, true, DIGEST, 1, 0, DIGEST, new byte[1]);
    }

    private final ForestRoster ofA = roster(A, A, B, C);
    private final ForestRoster ofB = roster(B, C, B, A);

    private ForestMessage fromAToB(ForestMessage message) {
        return new ForestWire(ofB).decode(new ForestWire(ofA).encode(message).toByteArray());
    }

    private static long bits(int... numbers) {
        long bits = 0;
        for (int number : numbers) bits |= 1L << number;
        return bits;
    }

    @Test
    void theSourceOfAFrameGetsTheNumberOfItsReceiver() {
        Frame relayed = (Frame) fromAToB(frame(ofA.number(C), 1));
        assertEquals(ofB.number(C), relayed.source());
        assertEquals(7, relayed.sequence());
        assertTrue(relayed.relay());
    }

    @Test
    void aFrameOfAMemberThatIsNotInTheViewIsNoMessage() {
        Frame strange = frame(ofA.number(C), 1);
        byte[] bytes = new ForestWire(ofA).encode(strange).toByteArray();
        assertNull(new ForestWire(roster(B, A, B)).decode(bytes));
    }

    @Test
    void theNextMemberWithANumberHasAHigherIncarnation() {
        ForestRoster own = roster(B, A, B, C);
        ForestWire wire = new ForestWire(own);
        long before = ((Frame) wire.decode(encodedFrame())).incarnation();
        int number = own.number(C);
        // The roster reuses the number of member C only after every other free number.
        for (int i = 0; i < ForestSettings.ID_MAX; i++) {
            own.onView(List.of(A, B));
            own.onView(List.of(A, B, i == ForestSettings.ID_MAX - 2 ? C : new UUID(9, i)));
            if (own.number(C) == number) break;
        }
        assertEquals(number, own.number(C));
        Frame after = (Frame) wire.decode(encodedFrame());
        assertEquals(number, after.source());
        assertTrue(after.incarnation() > before, () -> before + " and " + after.incarnation());
    }

    private byte[] encodedFrame() {
        return new ForestWire(ofA).encode(frame(ofA.number(C), 1)).toByteArray();
    }

    @Test
    void acknowledgementsHaveTheIncarnationOfTheirReceiver() {
        Held held = (Held) fromAToB(new Held(17, 4, new long[] {6, 7}));
        assertEquals(ForestRoster.INCARNATION, held.incarnation());
        assertEquals(4, held.upTo());
        RelayFull full = (RelayFull) fromAToB(new RelayFull(17, 5, bits(ofA.number(C))));
        assertEquals(ForestRoster.INCARNATION, full.incarnation());
        assertEquals(bits(ofB.number(C)), full.missed());
    }

    @Test
    void rowsAndColumnsOfAPlanMoveWithTheirMembers() {
        Address[] order = new Address[3];
        for (Address each : List.of(A, B, C)) order[ofA.number(each)] = each;
        double[] rates = new double[3];
        double[][] r = new double[3][3];
        for (int i = 0; i < 3; i++) {
            rates[i] = weight(order[i]);
            for (int j = 0; j < 3; j++) r[i][j] = 10 * weight(order[i]) + weight(order[j]);
        }
        PlanMessage plan =
                (PlanMessage) fromAToB(new PlanMessage(2, 5, new int[] {0, 1, 2}, rates, r));
        assertArrayEquals(new int[] {0, 1, 2}, plan.members());
        for (int i = 0; i < 3; i++) {
            assertEquals(weight(ofB.address(i)), plan.rates()[i]);
            for (int j = 0; j < 3; j++)
                assertEquals(10 * weight(ofB.address(i)) + weight(ofB.address(j)), plan.r()[i][j]);
        }
    }

    private static double weight(Address member) {
        return member.equals(A) ? 1 : member.equals(B) ? 2 : 3;
    }

    @Test
    void aPlanWithAMemberThatIsNotInTheViewIsNoMessage() {
        PlanMessage plan =
                new PlanMessage(1, 1, new int[] {0, 1, 2}, new double[3], new double[3][3]);
        byte[] bytes = new ForestWire(ofA).encode(plan).toByteArray();
        assertNull(new ForestWire(roster(B, A, B)).decode(bytes));
    }

    @Test
    void roundTripsOfAReportMoveWithTheirMembers() {
        long[] roundTrips = new long[2];
        long peers = bits(ofA.number(B), ofA.number(C));
        roundTrips[ofA.number(B) < ofA.number(C) ? 0 : 1] = 20;
        roundTrips[ofA.number(B) < ofA.number(C) ? 1 : 0] = 30;
        long waiting = bits(ofA.number(C));
        Report report =
                (Report)
                        fromAToB(
                                new Report(
                                        1,
                                        false,
                                        2,
                                        true,
                                        3,
                                        waiting,
                                        peers,
                                        4,
                                        5,
                                        peers,
                                        roundTrips));
        assertEquals(bits(ofB.number(C)), report.waiting());
        assertEquals(bits(ofB.number(B), ofB.number(C)), report.used());
        assertEquals(report.used(), report.peers());
        int first = Long.numberOfTrailingZeros(report.peers());
        assertEquals(ofB.address(first).equals(B) ? 20 : 30, report.roundTrips()[0]);
        assertEquals(50, report.roundTrips()[0] + report.roundTrips()[1]);
    }

    @Test
    void membersBeyondTheHighestNumberHaveNone() {
        List<Address> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) many.add(new UUID(5, i));
        ForestRoster roster = roster(many.get(50), many.toArray(Address[]::new));
        assertEquals(ForestRoster.SELF, roster.number(many.get(50)));
        long numbered = many.stream().filter(each -> roster.number(each) >= 0).count();
        assertEquals(ForestSettings.ID_MAX + 1, numbered);
        assertEquals(-1, roster.number(many.get(99)));
    }
}

package io.abcast.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MembershipTest {
    @ParameterizedTest
    @CsvSource({"1,1", "3,2", "5,3", "7,4", "9,5", "31,16"})
    void quorumIsOneMoreThanHalf(int size, int quorum) {
        Membership members = Membership.of(IntStream.rangeClosed(1, size).toArray());
        assertEquals(size, members.size());
        assertEquals(quorum, members.quorum());
        assertTrue(2 * members.quorum() > size, "two quorums intersect");
    }

    @Test
    void ranksFollowTheIdsInAnyOrderOfTheList() {
        Membership members = Membership.of(500, 2, 70);
        assertEquals("2,70,500", members.toString());
        assertEquals(Membership.parse(" 70 , 500,2 "), members);
        assertEquals(members.hashCode(), Membership.of(2, 70, 500).hashCode());
        assertNotEquals(members, Membership.of(2, 70, 501));
        for (int rank = 0; rank < 3; rank++) assertEquals(rank, members.rank(members.id(rank)));
        assertEquals(-1, members.rank(3));
        assertFalse(members.contains(0));
        assertTrue(members.contains(500));
    }

    @Test
    void idsAreACopy() {
        int[] given = {1, 2, 3};
        Membership members = Membership.of(given);
        given[0] = 9;
        members.ids()[1] = 9;
        assertArrayEquals(new int[] {1, 2, 3}, members.ids());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "1,", ",1", "1,,2", "a", "1;2;3", "1.5", "99999999999", "1 2 3"})
    void invalidListsAreQuotedInTheError(String list) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> Membership.parse(list));
        assertTrue(
                refusal.getMessage().contains("such as 1,2,3, got '" + list + "'"),
                refusal.getMessage());
    }

    @Test
    void invalidEnsemblesAreRefusedWithWhatWasExpected() {
        refused("appears twice", 1, 2, 2);
        refused("1..65535, got 0", 0, 1, 2);
        refused("1..65535, got -1", -1, 1, 2);
        refused("1..65535, got 65536", 1, 2, 65_536);
        refused("1 to 31");
        refused("1 to 31", IntStream.rangeClosed(1, 33).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6})
    void evenEnsembleToleratesAsManyFailuresAsOneMemberLess(int size) {
        int[] ids = IntStream.rangeClosed(1, size).toArray();
        Membership even = Membership.of(ids);
        assertEquals(even, Membership.parse(even.toString()));
        Membership odd = Membership.of(Arrays.copyOf(ids, size - 1));
        assertEquals(size - even.quorum(), odd.size() - odd.quorum());
        assertTrue(2 * even.quorum() > size, even::toString);
    }

    private static void refused(String expected, int... ids) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> Membership.of(ids));
        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
    }
}

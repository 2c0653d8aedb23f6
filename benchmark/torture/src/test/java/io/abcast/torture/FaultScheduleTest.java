package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.torture.FaultSchedule.Episode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
    private static final List<FaultKind> ALL = FaultKind.possible(true, true, true, true);
    private static final List<FaultKind> IN_MEMORY = FaultKind.possible(true, false, true, true);

    private static List<Episode> episodes(List<FaultKind> possible, boolean durable, long seed) {
        FaultSchedule schedule = new FaultSchedule(possible, durable, seed);
        List<Episode> episodes = new ArrayList<>();
        for (int i = 0; i < 20 * possible.size(); i++) episodes.add(schedule.next());
        return episodes;
    }

    @Test
    void sameSeedGivesTheSameFaults() {
        List<Episode> one = episodes(ALL, true, 5);
        List<Episode> two = episodes(ALL, true, 5);
        for (int i = 0; i < one.size(); i++) {
            assertEquals(one.get(i).kinds(), two.get(i).kinds());
            assertEquals(one.get(i).holdMillis(), two.get(i).holdMillis());
            assertEquals(one.get(i).random().nextLong(), two.get(i).random().nextLong());
        }
    }

    @Test
    void everyKindOccursBeforeAnyIsRepeated() {
        List<Episode> episodes = episodes(ALL, true, 6);
        for (int round = 0; round < 20; round++) {
            Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
            for (Episode episode : episodes.subList(round * ALL.size(), (round + 1) * ALL.size()))
                assertTrue(seen.add(episode.kinds().get(0)), "twice: " + episode.label());
        }
    }

    @Test
    void someFaultsOccurInPairs() {
        long pairs = episodes(ALL, true, 7).stream().filter(e -> e.kinds().size() == 2).count();
        assertTrue(pairs > 20, pairs + " pairs");
    }

    @Test
    void faultsThatLoseDataOccurAlone() {
        for (Episode episode : episodes(ALL, true, 8))
            if (episode.kinds().size() == 2)
                for (FaultKind kind : episode.kinds())
                    assertFalse(kind.alone(true), episode::label);
    }

    @Test
    void inMemoryMembersAreKilledOneAtATime() {
        assertFalse(IN_MEMORY.contains(FaultKind.KILL_ALL));
        Set<FaultKind> kills = EnumSet.of(FaultKind.KILL, FaultKind.KILL_LEADER, FaultKind.RESTART);
        assertTrue(IN_MEMORY.containsAll(kills));
        for (Episode episode : episodes(IN_MEMORY, false, 9))
            if (episode.kinds().size() == 2)
                for (FaultKind kind : episode.kinds())
                    assertFalse(kills.contains(kind), episode::label);
    }

    @Test
    void withoutALeaderNoFaultNeedsOne() {
        List<FaultKind> leaderless = FaultKind.possible(false, true, true, true);
        for (FaultKind kind : ALL)
            assertEquals(!kind.name().endsWith("_LEADER"), leaderless.contains(kind), kind.name());
    }

    @Test
    void aKillLosesVotesOnlyIfMembersForgetTheirData() {
        assertTrue(FaultKind.KILL.losesVotes(false) && FaultKind.RESTART.losesVotes(false));
        assertFalse(FaultKind.KILL.losesVotes(true) || FaultKind.PAUSE.losesVotes(false));
        assertTrue(FaultKind.LOSE_DISK.losesVotes(true) && FaultKind.FLIP_BIT.losesVotes(true));
        assertFalse(FaultKind.FULL_DISK.losesVotes(true));
    }

    @Test
    void leavesOutFaultsThatTheHostCannotInject() {
        List<FaultKind> poor = FaultKind.possible(true, true, false, false);
        assertTrue(poor.contains(FaultKind.PAUSE_LEADER));
        assertTrue(poor.contains(FaultKind.FLIP_BIT));
        assertFalse(poor.contains(FaultKind.FULL_DISK));
        assertTrue(poor.contains(FaultKind.CUT_MEMBER));
        assertFalse(FaultKind.possible(true, true, true, false).contains(FaultKind.SPLIT));
    }
}

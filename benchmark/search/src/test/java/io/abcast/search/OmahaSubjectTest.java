package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.dissemination.omaha.OmahaSettings;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.Ordering;
import io.abcast.sim.Coverage;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Subject;
import io.abcast.sim.check.Violation;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage.EndSession;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that every protocol keeps its guarantees when OMAHA delays its messages, with or against the protocol's hints.
 */
@Execution(ExecutionMode.CONCURRENT)
final class OmahaSubjectTest {
    @SuppressWarnings("unchecked")
    private static final MessageCodec<Message> CODEC =
            new Aggregate.Codec((MessageCodec<Message>) (MessageCodec<?>) ZabCodec.INSTANCE);

    private static byte[] encode(Message message) {
        WireWriter out = new WireWriter(64);
        CODEC.encode(message, out);
        return out.toByteArray();
    }

    private static Subject protocol(String name) {
        return Ordering.names().contains(name) ? new OrderingFamily(name) : new ZabFamily(name);
    }

    @Tag("search")
    @ParameterizedTest
    @CsvSource({
        "ZAB, 3, 40",
        "ZAB_CT, 3, 40",
        ZabFamily.MIXED + ", 3, 40",
        "PAXOS, 3, 30",
        "FAST_PAXOS, 3, 30",
        "FBP, 7, 5"
    })
    void keepsEveryInvariantUnderFaults(String protocol, int members, long seeds) {
        Subject subject = new OmahaSubject(protocol(protocol));
        Coverage met = new Coverage(subject.coverageGoals());
        FuzzCampaign campaign = new FuzzCampaign(FuzzSettings.of(subject, members), met);
        for (long seed = 1; seed <= seeds; seed++) {
            FuzzResult result = campaign.run(seed);
            assertTrue(result.passed(), result::toString);
        }
        long held = met.situation(OmahaSubject.HELD);
        assertTrue(held > 20 * seeds, held + " messages were held: OMAHA had nothing to do");
    }

    /**
     * Without a timeout and a maximum hold, the pledge (announcement of messages) of a crashed application holds
     * messages for ever.
     */
    @Tag("search")
    @ParameterizedTest
    @CsvSource({"ZAB, 3", "FBP, 7"})
    void heldInBoundsDetectsAnEndlessHold(String protocol, int members) {
        Subject forEver = new OmahaSubject(protocol(protocol), drawn -> OmahaSettings.algorithm1());
        FuzzCampaign campaign = new FuzzCampaign(FuzzSettings.of(forEver, members));
        for (long seed = 1; seed <= 200; seed++)
            for (Violation violation : campaign.run(seed).violations())
                if (violation.invariant().equals("HeldInBounds")) return;
        fail("HeldInBounds found nothing");
    }

    /** Runs that made no progress until a defect was fixed; each line names the defect. */
    @ParameterizedTest
    @CsvSource({
        "FAST_PAXOS, 3, 263, a lock at a member that had forgotten it",
        "FBP, 7, 17, a leader that had forgotten everything and sent heartbeats",
        "FBP, 7, 113, requests with effect were proposed repeatedly and left no room",
        "FBP, 7, 248, repeated requests and reports filled the network"
    })
    void makesProgressAgain(String protocol, int members, long seed, String whatWasWrong) {
        FuzzResult result =
                new FuzzCampaign(FuzzSettings.of(new OrderingFamily(protocol), members)).run(seed);
        assertTrue(result.passed(), () -> whatWasWrong + ": " + result);
    }

    @Test
    void decodedAggregatesHaveTheirMessages() {
        Message one = new EndSession(7);
        Message two = new EndSession(8);
        Aggregate aggregate = new Aggregate(List.of(one, two));
        byte[] frame = encode(aggregate);
        assertEquals(aggregate, CODEC.decode(new WireReader(frame)));
        assertTrue(aggregate.wireBytes() >= frame.length, aggregate.wireBytes() + " bytes");
        assertEquals(one, CODEC.decode(new WireReader(encode(one))));
        for (int length = 0; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            assertThrows(MalformedFrameException.class, () -> CODEC.decode(new WireReader(cut)));
        }
    }

    @Test
    void rerunCommandNamesTheSubject() {
        assertEquals("ZAB_CT+OMAHA", new OmahaSubject(new ZabFamily("ZAB_CT")).protocol());
    }
}

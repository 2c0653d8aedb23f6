package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.log.Incarnation;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that a member omits a value only from messages to members to which it has sent the value before, and that the
 * receiver inserts the same value again.
 */
class ProposedValuesTest {
    private static final Membership MEMBERS = Membership.of(1, 2, 3);
    private static final Incarnation STORAGE = new Incarnation(7, 8);
    private static final InstanceId ID = new InstanceId(2, 5);
    private static final Dependencies NONE = Dependencies.none(MEMBERS);

    private final ProposedValues values = new ProposedValues(MEMBERS, 2);

    private static RequestBatch value(long... numbers) {
        return new RequestBatch(
                LongStream.of(numbers)
                        .mapToObj(each -> Request.of(2, STORAGE, each, List.of(), new byte[3]))
                        .toList());
    }

    private EpaxosMessage outgoing(EpaxosMessage message, boolean isNews, long millis) {
        return values.outgoing(3, message, isNews, millis * 1_000_000, 2_000_000_000L);
    }

    @Test
    void theReceiverPutsTheProposedValueInAgain() {
        RequestBatch value = value(1, 2);
        List<OfInstance> all =
                List.of(
                        new PreAccept(ID, value, NONE),
                        new Accept(ID, 0, value, NONE),
                        new Commit(ID, value, NONE));
        assertSame(all.get(0), outgoing(all.get(0), false, 0));
        for (OfInstance each : all) {
            OfInstance brief = (OfInstance) outgoing(each, true, 9_000);
            assertNotEquals(each, brief);
            assertEquals(each, ProposedValues.incoming(brief, value(1, 2)));
        }
    }

    @Test
    void anotherValueIsNotTaken() {
        OfInstance brief = new CommitProposed(ID, value(1, 2).fingerprint(), NONE);
        for (RequestBatch other :
                List.of(value(1), value(2, 1), value(1, 2, 3), value(1, 3), RequestBatch.NOP))
            assertNull(ProposedValues.incoming(brief, other), other::toString);
        assertNull(ProposedValues.incoming(brief, null));
    }

    @Test
    void aRepeatedMessageHasTheValueOnceItMayBeLost() {
        PreAccept message = new PreAccept(ID, value(1), NONE);
        assertSame(message, outgoing(message, false, 0));
        assertNotEquals(message, outgoing(message, false, 1_999));
        assertSame(message, outgoing(message, false, 2_000));
        assertNotEquals(message, outgoing(message, false, 5_999));
        assertSame(message, outgoing(message, false, 6_000));
        assertSame(message, values.outgoing(1, message, false, 0, 2_000_000_000L));
    }

    @Test
    void aDecisionOfAnEarlierRunHasItsValue() {
        Commit commit = new Commit(ID, value(1), NONE);
        assertSame(commit, outgoing(commit, true, 0));
        values.forget(ID);
        assertSame(commit, outgoing(commit, true, 0));
    }

    @Test
    void messagesAboutOtherValuesStayAsTheyAre() {
        for (EpaxosMessage each :
                List.of(
                        new Commit(ID, RequestBatch.NOP, NONE),
                        new Commit(new InstanceId(1, 5), value(1), NONE),
                        new Accept(ID, 9, value(1), NONE),
                        new EpaxosMessage.Ask(ID, false)))
            for (int i = 0; i < 2; i++) assertSame(each, outgoing(each, true, 0));
    }
}

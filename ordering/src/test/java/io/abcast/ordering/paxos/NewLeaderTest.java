package io.abcast.ordering.paxos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests in which slots a new leader of Paxos proposes. Member 1 of three members becomes leader by the promises of
 * members 1 and 2.
 */
class NewLeaderTest {
    private static final Incarnation SELF = new Incarnation(1, 1);
    private static final Membership MEMBERS = Membership.of(1, 2, 3);
    private static final Quorums QUORUMS = Quorums.majority(3);
    private static final long EARLIER = Ballot.of(1, 3);

    private final List<Accept> proposed = new ArrayList<>();
    private final List<Long> fetched = new ArrayList<>();

    @Test
    void proposesInEverySlotBelowTheHighestReportedVote() {
        Value value = value(3);
        becomeLeader(0, new Vote(3, EARLIER, false, value));
        assertEquals(List.of(1L, 2L, 3L), slots());
        assertEquals(
                List.of(Value.NOTHING, Value.NOTHING, value),
                proposed.stream().map(Accept::value).toList());
        assertEquals(List.of(), fetched);
    }

    @Test
    void proposesNothingInSlotsThatAPromiseNamesAsDurable() {
        Value value = value(3);
        becomeLeader(2, new Vote(3, EARLIER, false, value));
        assertEquals(List.of(3L), slots());
        assertEquals(value, proposed.get(0).value());
        assertEquals(List.of(2L), fetched);
    }

    private void becomeLeader(long durable, Vote vote) {
        Proposer proposer = new Proposer(ports(), QUORUMS, new Acceptor(), new Picker(QUORUMS));
        proposer.prepare(EARLIER, 0);
        long ballot = proposer.ballot();
        proposer.onPrepared(ballot);
        Incarnation other = new Incarnation(2, 2);
        assertTrue(proposer.onAck(1, new Ack(ballot, 1, SELF, SELF, 0, 0, 0, List.of())));
        assertTrue(
                proposer.onAck(2, new Ack(ballot, 1, SELF, other, durable, 0, 0, List.of(vote))));
        proposer.onConfirmed(1, new Confirmed(ballot, 1, SELF));
        assertTrue(proposer.onConfirmed(2, new Confirmed(ballot, 1, SELF)));
    }

    private List<Long> slots() {
        return proposed.stream().map(Accept::slot).toList();
    }

    private static Value value(long slot) {
        OriginRequest request = new OriginRequest(3, OriginRequest.FIRST, 1, new byte[] {7});
        return Value.named(Name.ofSlot(3, new Incarnation(3, 3), EARLIER, slot), List.of(request));
    }

    private Ports ports() {
        return (Ports)
                Proxy.newProxyInstance(
                        Ports.class.getClassLoader(), new Class<?>[] {Ports.class}, this::serve);
    }

    private Object serve(Object self, Method service, Object[] arguments) throws Throwable {
        if (service.isDefault()) return InvocationHandler.invokeDefault(self, service, arguments);
        return switch (service.getName()) {
            case "id" -> 1;
            case "members" -> MEMBERS;
            case "config" -> LogConfig.defaults();
            case "incarnation" -> SELF;
            case "nowNanos", "applied", "random" -> 0L;
            case "isNext" -> true;
            case "send", "sendDurably" -> sent((int) arguments[0], (Message) arguments[1]);
            case "behind" -> fetched((long) arguments[0]);
            default -> {
                assertEquals(void.class, service.getReturnType(), service::getName);
                yield null;
            }
        };
    }

    private Object sent(int to, Message message) {
        if (to == 2 && message instanceof Accept accept) proposed.add(accept);
        return null;
    }

    private Object fetched(long slot) {
        if (slot > 0) fetched.add(slot);
        return null;
    }
}

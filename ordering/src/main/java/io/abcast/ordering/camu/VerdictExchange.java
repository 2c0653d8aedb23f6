package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.Confirm;
import io.abcast.ordering.camu.CamuMessage.ConfirmAsk;
import io.abcast.ordering.camu.CamuMessage.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * In fast mode, asks other partitions which stream items their logs have committed, and answers such questions of other
 * partitions; see {@link Verdicts}. Every replica answers questions about committed items, because every replica knows
 * which items its log has committed.
 */
final class VerdictExchange {
    private static final int FACTS_MAX = 1 << 10;

    private final KnownLeaders leaders;
    private final ReplicaMail mail;

    VerdictExchange(KnownLeaders leaders, ReplicaMail mail) {
        this.leaders = leaders;
        this.mail = mail;
    }

    /** Also lets {@code state} apply the payloads that have waited for the reported facts. */
    void onConfirm(int from, Confirm message, PartitionState state, PartitionLeader leader) {
        Verdicts verdicts = state.verdicts(from);
        for (Fact fact : message.facts()) {
            boolean isNew = verdicts.base(fact.term(), fact.base());
            isNew |= verdicts.confirm(fact.term(), fact.confirmed());
            if (isNew && leader != null) leader.onFact(from, fact);
        }
        state.run();
    }

    void ask(PartitionState state) {
        PartitionEntry.Receipt receipt = state.stoppedAt();
        if (receipt == null) return;
        int source = receipt.source();
        leaders.failed(source);
        mail.send(source, leaders.server(source), new ConfirmAsk(receipt.term()));
    }

    void onAsk(int from, int fromServer, ConfirmAsk ask, PartitionState state) {
        OutStream stream = state.out(from);
        List<Fact> facts = new ArrayList<>();
        for (Map.Entry<Long, Long> base : stream.basesFrom(ask.term()).entrySet()) {
            boolean isPresent = base.getKey() == state.term();
            long confirmed = isPresent ? stream.next() - 1 : base.getValue();
            facts.add(new Fact(base.getKey(), base.getValue(), confirmed));
            if (facts.size() == FACTS_MAX) break;
        }
        if (!facts.isEmpty()) mail.send(from, fromServer, new Confirm(facts));
    }
}

package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.CamuMessage.Need;
import io.abcast.ordering.camu.CamuMessage.Outcome;
import io.abcast.ordering.camu.CamuMessage.Requests;
import io.abcast.ordering.camu.CamuMessage.Results;
import io.abcast.ordering.camu.CamuMessage.Start;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import io.abcast.ordering.camu.StreamItem.VoteItem;

/**
 * Lists the names of the transactions that a message between replicas concerns. Checkers use the names to test that the
 * protocol is genuine: only the destinations and the origin of a transaction may exchange messages about it.
 */
public final class CamuTransactions {
    /** Receives the names of the transactions in a message, see {@link io.abcast.kernel.GroupTimestamp}. */
    @FunctionalInterface
    public interface Visitor {
        void visit(long session, long number);
    }

    private CamuTransactions() {}

    /** Passes the name of each transaction in the message to the visitor. */
    public static void visit(CamuMessage message, Visitor visitor) {
        if (message instanceof Requests m) for (Ask ask : m.asks()) visit(ask.txn().id(), visitor);
        else if (message instanceof Start m) for (CamuTxn txn : m.txns()) visit(txn.id(), visitor);
        else if (message instanceof Need m) for (TxnId id : m.ids()) visit(id, visitor);
        else if (message instanceof Results m)
            for (Outcome outcome : m.outcomes()) visit(outcome.id(), visitor);
        else if (message instanceof Items m)
            for (StreamItem item : m.items()) {
                if (item instanceof VoteItem vote) visit(vote.id(), visitor);
                else if (item instanceof TxnItem txn) visit(txn.txn().id(), visitor);
            }
    }

    private static void visit(TxnId id, Visitor visitor) {
        visitor.visit(id.session(), id.number());
    }
}

package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.ordering.camu.CamuMessage.ConfirmAsk;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.CamuMessage.LinkAcked;
import io.abcast.ordering.camu.CamuMessage.StreamAcked;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import java.util.List;
import java.util.function.Consumer;

/** Receives the stream of one other partition, and acknowledges what is applied. Volatile state of a leader. */
final class StreamReceiver {
    /** Minimum time between two reports about a partition that was founded again. */
    private static final long REPORT_NANOS = 60_000_000_000L;

    private final int source;
    private final PartitionState state;
    private final InStream stream;
    private final Front front;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final boolean fast;
    private final FenceWatch fences;

    /** Size of a receipt in bytes. */
    private final int receiptBytesMax;

    /** Highest clock of a transaction whose receipt from a further partition this leader has submitted. */
    private long expected;

    private long acked;
    private long wanted;

    /** Whether an acknowledgement is due although it says nothing new. */
    private boolean owes;

    /** Whether items have arrived behind a missing one since the last acknowledgement. */
    private boolean gap;

    private boolean hasReported;
    private long reportedNanos;

    StreamReceiver(
            int source,
            PartitionState state,
            Front front,
            KnownLeaders leaders,
            ReplicaMail mail,
            CamuConfig config,
            FenceWatch fences) {
        this.source = source;
        this.fences = fences;
        this.state = state;
        this.front = front;
        this.leaders = leaders;
        this.mail = mail;
        fast = config.fast();
        receiptBytesMax = config.batchBytesMax();
        stream = state.in(source);
        owes = stream.next() > 1;
    }

    /** Whether the message comes from a partition that was founded again. */
    boolean isForeign(Items message) {
        return stream.identity() != 0 && stream.identity() != message.identity();
    }

    /** Whether this message of a partition that was founded again is to be reported; most are not. */
    boolean reportsForeign(long nowNanos) {
        if (hasReported && nowNanos - reportedNanos < REPORT_NANOS) return false;
        hasReported = true;
        reportedNanos = nowNanos;
        return true;
    }

    /** Handles items: those without a receipt are given to {@code receipts}. */
    void onItems(int server, Items message, Consumer<Receipt> receipts) {
        if (fast && !enters(server, message)) {
            owes = true;
            return;
        }
        long next = front.received(source);
        long skip = next - message.first();
        gap |= skip < 0;
        if (skip < 0 || skip >= message.items().size()) {
            owes = true;
            return;
        }
        // The acknowledgement follows when the receipts are applied.
        List<StreamItem> items = message.items().subList((int) skip, message.items().size());
        front.receive(source, items.size());
        for (int from = 0; from < items.size(); ) {
            int to = from;
            int bytes = 0;
            // A receipt with one item may exceed the bound.
            do bytes += items.get(to++).bytes();
            while (to < items.size() && bytes + items.get(to).bytes() <= receiptBytesMax);
            receipts.accept(
                    new Receipt(
                            source,
                            message.identity(),
                            message.term(),
                            next + from,
                            items.subList(from, to)));
            from = to;
        }
    }

    /**
     * In fast mode, a new term of the sending partition may lack items that an earlier leader sent. The stream then
     * continues behind the base of the first term that followed the last receipt: bases never decrease, so it is the
     * lowest one.
     *
     * @return whether the message belongs to the term of the next receipt
     */
    private boolean enters(int server, Items message) {
        Verdicts verdicts = state.verdicts(source);
        verdicts.base(message.term(), message.base());
        long last = front.receivedTerm(source);
        if (message.term() <= last) return message.term() == last;
        if (last == 0) {
            front.receiveFrom(source, message.term(), 1);
            return true;
        }
        long base = verdicts.base(last + 1);
        if (base < 0) {
            mail.send(source, server, new ConfirmAsk(last + 1));
            return false;
        }
        front.receiveFrom(source, message.term(), Math.min(front.received(source), base + 1));
        return true;
    }

    /** Acknowledges what is applied: a receipt that was only submitted may be lost. */
    void flush() {
        long through = stream.next() - 1;
        long wants = wants();
        if (through == acked && wants == wanted && !owes) return;
        boolean isFenced = stream.awaitsOn() && through != acked;
        acked = through;
        wanted = wants;
        owes = false;
        mail.send(
                source,
                leaders.server(source),
                new StreamAcked(
                        stream.term(), through, state.clock(), wants, gap, fences.report(source)));
        gap = false;
        if (isFenced) acknowledgeLink();
    }

    private long wants() {
        if (!stream.isFenced()) return 0;
        GroupTimestamp lowest = state.multis().lowestFinal();
        if (lowest != null && lowest.clock() > stream.watermark()) return lowest.clock();
        return expected > stream.watermark() ? expected : 0;
    }

    /** A transaction of a further partition will wait for the mark. Asking before its receipt is applied saves a commit. */
    void expect(long clock) {
        expected = Math.max(expected, clock);
    }

    private void acknowledgeLink() {
        state.figures().acknowledged++;
        mail.send(source, leaders.server(source), new LinkAcked(stream.epoch(), stream.floor()));
    }

    void onResendTimer() {
        if (stream.awaitsOn()) acknowledgeLink();
        if (wanted != 0) owes = true;
    }

    /** The leader of the sending partition has become known. */
    void onNewLeader() {
        owes |= stream.next() > 1;
    }
}

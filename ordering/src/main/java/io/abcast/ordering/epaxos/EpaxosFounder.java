package io.abcast.ordering.epaxos;

import io.abcast.kernel.Effects;
import io.abcast.ordering.log.Founding;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Services of a member for its {@link Founding}. A history of EPaxos has no slots. A member with any history counts as
 * a member that holds one slot, so that it never founds an ensemble without its history.
 */
final class EpaxosFounder implements Founding.Host {
    private final Effects effects;
    private final BooleanSupplier hasHistory;
    private final BooleanSupplier votesDurably;
    private final BooleanSupplier orders;
    private final LongSupplier randomBits;

    /**
     * @param votesDurably whether the durable state says that the member votes
     * @param orders whether requests are being ordered, as far as the member knows
     */
    EpaxosFounder(
            Effects effects,
            BooleanSupplier hasHistory,
            BooleanSupplier votesDurably,
            BooleanSupplier orders,
            LongSupplier randomBits) {
        this.effects = effects;
        this.hasHistory = hasHistory;
        this.votesDurably = votesDurably;
        this.orders = orders;
        this.randomBits = randomBits;
    }

    @Override
    public long promised() {
        return 0;
    }

    @Override
    public long through() {
        return held();
    }

    @Override
    public long held() {
        return hasHistory.getAsBoolean() ? 1 : 0;
    }

    @Override
    public boolean inside() {
        return false;
    }

    @Override
    public boolean forgetful() {
        return false;
    }

    @Override
    public long blindThrough() {
        return 0;
    }

    @Override
    public boolean votesDurably() {
        return votesDurably.getAsBoolean();
    }

    @Override
    public boolean orders() {
        return orders.getAsBoolean();
    }

    @Override
    public void founded(long base) {
        if (base > 0) effects.halt("an ensemble of EPAXOS is never founded with a history");
    }

    @Override
    public void join(long promised, long through, int beside) {
        effects.halt("a learner of EPAXOS never votes again");
    }

    @Override
    public void report(String line) {
        effects.report(line);
    }

    @Override
    public void halt(String reason) {
        effects.halt(reason);
    }

    @Override
    public long randomBits() {
        return randomBits.getAsLong();
    }
}

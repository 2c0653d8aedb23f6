package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.Desk;
import io.abcast.ordering.log.Founding;
import java.util.function.BooleanSupplier;

/**
 * Services of an EPaxos member for its {@link Founding}, the first start of an ensemble. Founding compares histories by
 * their number of slots, but EPaxos has no slots. An EPaxos member reports one slot if it has any history, so that it
 * never founds an ensemble without this history.
 */
record EpaxosFounder(Desk desk, BooleanSupplier hasHistory, BooleanSupplier isOrdering)
        implements Founding.Host {
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
    public boolean orders() {
        return isOrdering.getAsBoolean();
    }

    @Override
    public void founded(long base) {
        if (base > 0) desk.halt("an ensemble of EPAXOS is never founded with a history");
    }

    @Override
    public void join(long promised, long through, int beside) {
        desk.halt("a learner of EPAXOS never votes again");
    }
}

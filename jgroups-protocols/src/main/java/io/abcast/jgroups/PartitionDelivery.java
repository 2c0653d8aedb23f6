package io.abcast.jgroups;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A transaction that is delivered in one of its partitions.
 *
 * <p><b>Thread rule:</b> any thread may call any method.
 */
public final class PartitionDelivery {
    private final GroupDelivery delivery;
    private final List<String> names;
    private final BiConsumer<GroupDelivery, byte[]> later;

    /**
     * @param names names of all partitions, by number
     * @param later takes a result that is given after the delivery
     */
    PartitionDelivery(
            GroupDelivery delivery, List<String> names, BiConsumer<GroupDelivery, byte[]> later) {
        this.delivery = delivery;
        this.names = names;
        this.later = later;
    }

    /** Place of the transaction in the order of the delivering partition: 1, 2, 3, and so on. */
    public long seq() {
        return delivery.seq();
    }

    /** Place of the transaction in the order of all partitions; the same at all of its destinations. */
    public GroupTimestamp timestamp() {
        return delivery.timestamp();
    }

    /** The partitions to which the transaction is addressed, in the order of their names. */
    public List<String> destinations() {
        int[] groups = delivery.groups();
        if (groups.length == 1) return List.of(names.get(groups[0]));
        List<String> all = new ArrayList<>(groups.length);
        for (int group : groups) all.add(names.get(group));
        return all;
    }

    /** The submitted bytes, which must not be changed. */
    public byte[] payload() {
        return delivery.payload();
    }

    /** The delivery with the numbers of the partitions, which are the places of their names in sorted order. */
    public GroupDelivery numbered() {
        return delivery;
    }

    /**
     * Gives the result of this delivery, if {@link PartitionReceiver#deliver} has returned {@code null}. Called once,
     * by any thread. The call has no effect if the state of the receiver has been replaced since the delivery.
     *
     * @param result must not be changed afterwards
     */
    public void answer(byte[] result) {
        if (result == null)
            throw new NullPointerException("delivery " + seq() + ": expected a result, got null");
        later.accept(delivery, result);
    }

    @Override
    public String toString() {
        return seq() + ": " + timestamp() + " for " + destinations();
    }
}

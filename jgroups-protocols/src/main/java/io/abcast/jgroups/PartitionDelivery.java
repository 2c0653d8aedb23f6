package io.abcast.jgroups;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The delivery of a transaction at one replica of one destination partition.
 *
 * <p><b>Thread rule:</b> any thread may call any method.
 */
public final class PartitionDelivery {
    private final GroupDelivery delivery;
    private final List<String> names;
    private final BiConsumer<GroupDelivery, byte[]> later;

    /**
     * @param names the index of a partition's name is the number of the partition
     * @param later consumer of a result that the receiver gives after the delivery
     */
    PartitionDelivery(
            GroupDelivery delivery, List<String> names, BiConsumer<GroupDelivery, byte[]> later) {
        this.delivery = delivery;
        this.names = names;
        this.later = later;
    }

    /** Returns the position of the transaction in the order of the delivering partition: 1, 2, 3, and so on. */
    public long seq() {
        return delivery.seq();
    }

    /** Returns the position of the transaction in the order of all partitions, equal at all destination partitions. */
    public GroupTimestamp timestamp() {
        return delivery.timestamp();
    }

    /** Returns the names of the destination partitions of the transaction, in sorted order. */
    public List<String> destinations() {
        int[] groups = delivery.groups();
        if (groups.length == 1) return List.of(names.get(groups[0]));
        List<String> all = new ArrayList<>(groups.length);
        for (int group : groups) all.add(names.get(group));
        return all;
    }

    /**
     * Returns the payload of the transaction, as the caller submitted it. The receiver must not change the payload
     * bytes.
     */
    public byte[] payload() {
        return delivery.payload();
    }

    /**
     * Returns this delivery of a transaction with the numbers of the partitions instead of their names. The number of a
     * partition is the index of the partition's name in sorted order.
     */
    public GroupDelivery numbered() {
        return delivery;
    }

    /**
     * Gives the result of this delivery to the submitter if {@link PartitionReceiver#deliver} has returned {@code
     * null}. The receiver calls {@code answer} once, on any thread. Has no effect if a snapshot has replaced the state
     * of the receiver since the delivery.
     *
     * @param result the result of the transaction at this partition; the receiver must not change the array afterwards
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

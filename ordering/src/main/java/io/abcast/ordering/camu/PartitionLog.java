package io.abcast.ordering.camu;

import io.abcast.kernel.Node;
import java.util.function.BooleanSupplier;

/**
 * The log node that one replica of a partition uses.
 *
 * @param node the log node, which orders the payloads of the log
 * @param leads whether the log node is an established leader; called only between two events of the log node
 * @param payloadBytesMax size in bytes above which the log node never accepts a payload; 0: no limit
 */
public record PartitionLog(Node node, BooleanSupplier leads, int payloadBytesMax) {
    /** Creates a partition log whose log node takes payloads of any size. */
    public PartitionLog(Node node, BooleanSupplier leads) {
        this(node, leads, 0);
    }
}

package io.abcast.ordering.camu;

import io.abcast.kernel.Node;
import java.util.function.BooleanSupplier;

/**
 * The log node of a partition's replica.
 *
 * @param node the node, which orders the payloads of the log
 * @param leads whether the node is an established leader, which orders payloads now. Called between two events of the
 *     node
 * @param payloadBytesMax size in bytes above which the node never takes a payload, even if it has no other one; 0: no
 *     limit
 */
public record PartitionLog(Node node, BooleanSupplier leads, int payloadBytesMax) {
    /** Creates a log node that takes payloads of any size. */
    public PartitionLog(Node node, BooleanSupplier leads) {
        this(node, leads, 0);
    }
}

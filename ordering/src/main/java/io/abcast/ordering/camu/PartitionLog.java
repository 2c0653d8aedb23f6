package io.abcast.ordering.camu;

import io.abcast.kernel.Node;
import java.util.function.BooleanSupplier;

/**
 * The log node of a partition's replica.
 *
 * @param node the node, which orders the payloads of the log
 * @param leads whether the node is an established leader, which orders payloads now. Called between two events of the
 *     node
 */
public record PartitionLog(Node node, BooleanSupplier leads) {}

package io.abcast.load;

import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** The keys of a load, grouped by the partition of the store to which they belong. The class is immutable. */
final class PartitionedKeys {
    private final PartitionLoad load;
    private final int[][] keys;

    /**
     * @param partitionOf partition of each key number
     * @throws IllegalArgumentException if a partition that requests use has no key
     */
    PartitionedKeys(PartitionLoad load, int keyCount, IntUnaryOperator partitionOf) {
        this.load = load;
        int[] counts = new int[load.partitions()];
        for (int key = 0; key < keyCount; key++) counts[partitionOf.applyAsInt(key)]++;
        keys = new int[load.partitions()][];
        for (int i = 0; i < keys.length; i++) {
            if (counts[i] == 0)
                throw new IllegalArgumentException(
                        "keys: expected more than "
                                + keyCount
                                + " keys for "
                                + keys.length
                                + " partitions: partition "
                                + i
                                + " has no key");
            keys[i] = new int[counts[i]];
        }
        for (int key = 0; key < keyCount; key++) {
            int partition = partitionOf.applyAsInt(key);
            keys[partition][--counts[partition]] = key;
        }
    }

    void draw(Operation operation, SplittableRandom random) {
        int home = load.home(random);
        operation.partition = home;
        boolean isMulti = operation.write && random.nextInt(100) < load.multiPercent();
        operation.keys = null;
        operation.key = one(home, random);
        if (!isMulti) return;
        int[] partitions = load.partitionsFrom(home, random);
        operation.keys = new int[partitions.length];
        operation.keys[0] = operation.key;
        for (int i = 1; i < partitions.length; i++) operation.keys[i] = one(partitions[i], random);
    }

    private int one(int partition, SplittableRandom random) {
        int count = keys[partition].length;
        if (load.hotKeys() > 0) count = Math.min(count, load.hotKeys());
        return keys[partition][random.nextInt(count)];
    }
}

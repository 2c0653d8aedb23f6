package io.abcast.workloads.micro;

import io.abcast.partitions.RowKey;
import io.abcast.workloads.WorkloadRandom;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** Generates the transactions of the synthetic workload {@code micro}. */
final class MicroGenerator {
    private final MicroSettings settings;
    private final WorkloadRandom random;

    /** To draw n partitions, the generator shuffles the first n elements of this array. */
    private final int[] partitions;

    MicroGenerator(MicroSettings settings, long seed) {
        this.settings = settings;
        random = new WorkloadRandom(seed);
        partitions = new int[settings.partitions()];
        Arrays.setAll(partitions, i -> i);
    }

    boolean reads() {
        return random.percent(settings.readPercent());
    }

    RowKey[] keys() {
        boolean multi = random.percent(settings.multiPercent());
        int span = multi ? settings.span() : 1;
        for (int i = 0; i < span; i++) {
            int other = random.uniform(i, partitions.length - 1);
            int swapped = partitions[i];
            partitions[i] = partitions[other];
            partitions[other] = swapped;
        }
        Set<RowKey> keys = new LinkedHashSet<>();
        int count = Math.max(span, MicroSettings.KEYS_PER_TRANSACTION);
        for (int i = 0; i < count; i++) {
            boolean hot = i < span && settings.hotKeys() > 0;
            while (!keys.add(key(partitions[i % span], hot))) {
                // Draw again if the transaction already has this key; the loop ends, because there
                // are more keys than draws.
            }
        }
        return keys.toArray(RowKey[]::new);
    }

    private RowKey key(int partition, boolean hot) {
        int first = hot ? 0 : settings.hotKeys();
        int last = hot ? settings.hotKeys() - 1 : settings.keys() - 1;
        return MicroTransaction.key(partition, random.uniform(first, last));
    }
}

package io.abcast.jgroups;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupTimestamp;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answers to a transaction that all destination partitions of the transaction have delivered.
 *
 * @param timestamp position of the transaction in the order of all partitions
 * @param results the result of the receiver in each destination partition, by name of the partition; the map of results
 *     is unmodifiable, and callers must not change its arrays
 */
public record Answers(GroupTimestamp timestamp, Map<String, byte[]> results) {
    static Answers of(GroupAnswers answers, List<String> names) {
        int[] groups = answers.groups();
        if (groups.length == 1)
            return new Answers(
                    answers.timestamp(), Map.of(names.get(groups[0]), answers.results()[0]));
        Map<String, byte[]> results = new TreeMap<>();
        for (int i = 0; i < groups.length; i++)
            results.put(names.get(groups[i]), answers.results()[i]);
        return new Answers(answers.timestamp(), Collections.unmodifiableMap(results));
    }

    /**
     * Returns the result of the receiver in one destination partition.
     *
     * @throws IllegalArgumentException if the partition is not a destination of the transaction
     */
    public byte[] of(String partition) {
        byte[] result = results.get(partition);
        if (result == null)
            throw new IllegalArgumentException(
                    "partition: expected one of " + results.keySet() + ", got " + partition);
        return result;
    }
}

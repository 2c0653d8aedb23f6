package io.abcast.ordering.camu;

/**
 * Counts how often a replica has taken each step of opening and closing links since the replica's start. The components
 * are in the order of the steps, from the opening of a link to its closing. The steps {@code fenced}, {@code
 * acknowledged} and {@code freed} happen at the receiving partition of a link.
 *
 * @param opened step 1: number of times that this partition opened a link to another partition
 * @param fenced step 2: number of times that this partition set a fence (limit of deliveries at a link's watermark),
 *     because the first mark of the link arrived
 * @param acknowledged step 3: number of messages by which this partition acknowledged to another partition that it has
 *     set the fence of the link
 * @param on step 4: number of times that a link to another partition was switched on after the receiving partition
 *     acknowledged its fence
 * @param closed step 5: number of times that this partition closed a link to another partition
 * @param freed step 6: number of times that another partition closed its link and this partition removed the fence
 *     (limit of deliveries)
 */
public record LinkSteps(
        long opened, long fenced, long acknowledged, long on, long closed, long freed) {}

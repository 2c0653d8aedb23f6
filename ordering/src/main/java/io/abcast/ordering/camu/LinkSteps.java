package io.abcast.ordering.camu;

/**
 * Numbers of steps of links that a replica has taken since its start. The steps are in their order from the opening of
 * a link to its end; the second, the third and the last step happen at the receiving partition.
 *
 * @param opened number of times that a link to another partition was opened
 * @param fenced number of times that the first mark of a link of another partition set up a fence
 * @param acknowledged number of messages that told another partition that its link has a fence here
 * @param on number of times that a link to another partition was switched on
 * @param closed number of times that a link to another partition was closed
 * @param freed number of times that the end of a link of another partition removed a fence
 */
public record LinkSteps(
        long opened, long fenced, long acknowledged, long on, long closed, long freed) {}

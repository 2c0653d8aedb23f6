package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}.
 *
 * @param rows for each block, its unit coefficients followed by the block; equal to the rows of the source if {@code
 *     bad} is -1. Rows of blocks that arrived unchanged are the arrays that arrived, so they must not be written to
 * @param bad index of the first block that does not match its digest; -1 if all blocks match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

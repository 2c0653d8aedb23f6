package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}: the decoded blocks of a batch.
 *
 * @param rows one row per block: the coefficients, which are 1 at the index of the block and 0 elsewhere, then the
 *     bytes of the block. If {@code bad} is -1, the decoded rows equal the rows of the source. If a block arrived
 *     unchanged, the block's row is the array that arrived, so callers must not write to {@code rows}
 * @param bad index of the first decoded block that does not match its digest; -1 if all decoded blocks match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

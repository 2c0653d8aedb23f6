package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}: the decoded blocks of a batch.
 *
 * @param rows one row per block: the coefficients, which are 1 at the index of the block and 0 elsewhere, then the
 *     bytes of the block; callers must not write to these arrays
 * @param bad index of the first decoded block that does not match its digest; -1 if all decoded blocks match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

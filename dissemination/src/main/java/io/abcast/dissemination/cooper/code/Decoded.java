package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}.
 *
 * @param rows each block behind its unit coefficients; equal to the rows of the source when {@code bad} is -1. Blocks
 *     that arrived unchanged share the arrays that arrived, so these must not be written to
 * @param bad the first block that does not match its digest, -1 when all match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

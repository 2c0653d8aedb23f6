package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}.
 *
 * @param rows one row per block: the coefficients, which are 1 at the index of the block and 0 elsewhere, then the
 *     bytes of the block. If {@code bad} is -1, the rows equal the rows of the member that offers the file. If a block
 *     arrived unchanged, its row is the array that arrived, so callers must not write to the rows
 * @param bad index of the first block that does not match its digest; -1 if all blocks match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

package io.abcast.dissemination.cooper.code;

/**
 * Result of a {@link DecodeJob}.
 *
 * @param rows one row per block: its coefficients, which are 1 at the index of the block and 0 elsewhere, then the
 *     bytes of the block. If {@code bad} is -1, the rows are those of the member that offers the file. Rows of blocks that arrived unchanged are the arrays that arrived, so they must not be written to
 * @param bad index of the first block that does not match its digest; -1 if all blocks match
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

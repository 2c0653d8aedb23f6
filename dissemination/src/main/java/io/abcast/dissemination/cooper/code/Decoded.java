package io.abcast.dissemination.cooper.code;

/**
 * What came of a {@link DecodeJob}.
 *
 * @param blocks the blocks as the source had them when {@code bad} is -1
 * @param bad the first block that does not agree with its digest, -1 when all do
 */
public record Decoded(DecodeJob job, byte[][] blocks, int bad) {}

package io.abcast.dissemination.cooper.code;

/**
 * What came of a {@link DecodeJob}.
 *
 * @param rows each block behind its unit coefficients, as the source had them when {@code bad} is -1; those that came so are the arrays that
 *     came: not to be written
 * @param bad the first block that does not agree with its digest, -1 when all do
 */
public record Decoded(DecodeJob job, byte[][] rows, int bad) {}

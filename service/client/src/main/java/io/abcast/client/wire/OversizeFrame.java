package io.abcast.client.wire;

/**
 * Told by {@link FrameDecoder} in the place of a frame that it skips.
 *
 * @param id of the request
 * @param length of the frame, its length field not counted
 */
public record OversizeFrame(long id, int length) {}

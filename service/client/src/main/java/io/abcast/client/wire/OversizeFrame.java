package io.abcast.client.wire;

/**
 * The event that {@link FrameDecoder} fires instead of a frame that it skips.
 *
 * @param id id of the request in the skipped frame
 * @param length length in bytes of the frame without its length field
 */
public record OversizeFrame(long id, int length) {}

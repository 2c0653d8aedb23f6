package io.abcast.kernel;

/**
 * A snapshot that a storage holds.
 *
 * @param note the note given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot}; may be empty
 * @param content the digest of its content; {@code null} if it was taken or installed without one
 */
public record HeldSnapshot(SnapshotId id, byte[] note, Digest content) {}

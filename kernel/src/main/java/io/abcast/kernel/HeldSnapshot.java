package io.abcast.kernel;

/**
 * A snapshot that a storage holds.
 *
 * @param note the note given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot}; may be empty
 * @param content the digest of the snapshot's content; {@code null} if the snapshot was taken or installed without a
 *     digest
 */
public record HeldSnapshot(SnapshotId id, byte[] note, Digest content) {}

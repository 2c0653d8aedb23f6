package io.abcast.kernel;

/**
 * A snapshot that the storage of a member holds.
 *
 * @param note the node's own data given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot} with the
 *     snapshot; may be empty
 * @param content the SHA-256 digest of the snapshot's content; {@code null} if the snapshot was taken or installed
 *     without a digest
 */
public record HeldSnapshot(SnapshotId id, byte[] note, Digest content) {}

package io.abcast.kernel;

/**
 * Identifies the content of one snapshot, so that an interrupted transfer resumes only with the same bytes. The id
 * contains a length and a checksum because two members may serialise equal states differently.
 *
 * @param zxid zxid of the last entry that the snapshot contains
 * @param bytes length of the snapshot's content in bytes.
 * @param crc CRC32C checksum of the snapshot's content
 */
public record SnapshotId(long zxid, long bytes, int crc) {
    /** The snapshot of the state machine's state before the first entry. */
    public static final SnapshotId EMPTY = new SnapshotId(Zxid.NONE, 0, 0);

    @Override
    public String toString() {
        return Zxid.toString(zxid) + "/" + bytes + "B/" + Integer.toHexString(crc);
    }
}

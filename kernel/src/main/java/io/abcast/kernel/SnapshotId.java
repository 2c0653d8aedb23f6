package io.abcast.kernel;

/**
 * Identifies the content of one snapshot, so that an interrupted transfer resumes only with the same bytes: two members
 * may serialise equal states differently.
 *
 * @param zxid the last entry that the snapshot contains
 * @param bytes length of its content
 * @param crc CRC32C of its content
 */
public record SnapshotId(long zxid, long bytes, int crc) {
    /** The state before the first entry, which needs no transfer. */
    public static final SnapshotId EMPTY = new SnapshotId(Zxid.NONE, 0, 0);

    @Override
    public String toString() {
        return Zxid.toString(zxid) + "/" + bytes + "B/" + Integer.toHexString(crc);
    }
}

package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a complete read of one snapshot file.
 *
 * @param zxid the zxid in the name of the snapshot file
 * @param id the snapshot id in the header of the file; {@code null} if the header is not readable
 * @param note note that is stored with the snapshot; empty if the snapshot has no note or is not good
 * @param digest digest of the snapshot's content; {@code null} if the snapshot has no digest or is not good
 * @param problem text that describes the problem of the snapshot; {@code null} if the snapshot is good
 */
record SnapshotScan(
        String name, long zxid, SnapshotId id, byte[] note, Digest digest, String problem) {
    static List<SnapshotScan> scan(Directory dir) throws IOException {
        List<SnapshotScan> found = new ArrayList<>();
        for (String name : dir.list()) {
            long zxid = FileNames.snapshotZxid(name, FileNames.SNAPSHOT_SUFFIX);
            if (zxid < 0) continue;
            try (Directory.DataFile file = dir.openToRead(name)) {
                SnapshotLayout.Header header = SnapshotLayout.readHeader(file);
                String problem =
                        SnapshotLayout.problem(file, header, name, FileNames.SNAPSHOT_SUFFIX);
                SnapshotLayout.Trailer trailer =
                        problem == null
                                ? SnapshotLayout.trailer(file, header)
                                : new SnapshotLayout.Trailer(SnapshotLayout.NO_NOTE, null);
                SnapshotId id = header == null ? null : header.id();
                found.add(
                        new SnapshotScan(
                                name, zxid, id, trailer.note(), trailer.digest(), problem));
            }
        }
        return found;
    }

    static SnapshotScan newestGood(List<SnapshotScan> ascending) {
        for (int i = ascending.size() - 1; i >= 0; i--) {
            if (ascending.get(i).problem == null) return ascending.get(i);
        }
        return null;
    }

    /**
     * Returns the highest zxid of a damaged snapshot, which the member's history must once have reached; {@link
     * Zxid#NONE} if no snapshot is damaged.
     */
    static long newestDamaged(List<SnapshotScan> ascending) {
        for (int i = ascending.size() - 1; i >= 0; i--) {
            if (ascending.get(i).problem != null) return ascending.get(i).zxid;
        }
        return Zxid.NONE;
    }
}

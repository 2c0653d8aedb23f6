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
 * @param zxid the zxid in the file's name
 * @param id the id in the file's header; {@code null} if the header is not readable
 * @param note note of the snapshot; empty if it has no note or is not good
 * @param digest digest of the content; {@code null} if the snapshot has no digest or is not good
 * @param problem {@code null} if the snapshot is good
 */
record SnapshotScan(
        String name, long zxid, SnapshotId id, byte[] note, Digest digest, String problem) {

    /** All snapshots of a directory, in ascending order of zxid. */
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

    /** The newest good snapshot, or {@code null}. */
    static SnapshotScan newestGood(List<SnapshotScan> ascending) {
        for (int i = ascending.size() - 1; i >= 0; i--) {
            if (ascending.get(i).problem == null) return ascending.get(i);
        }
        return null;
    }

    /**
     * The highest zxid of a damaged snapshot; {@link Zxid#NONE} without damaged snapshots. The history must once have
     * reached this zxid.
     */
    static long newestDamaged(List<SnapshotScan> ascending) {
        for (int i = ascending.size() - 1; i >= 0; i--) {
            if (ascending.get(i).problem != null) return ascending.get(i).zxid;
        }
        return Zxid.NONE;
    }
}

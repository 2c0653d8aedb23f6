package io.abcast.log;

import io.abcast.kernel.SnapshotId;

/** The names of all files in a data directory. */
final class FileNames {
    /** The file that a process keeps locked while the process uses the directory. */
    static final String LOCK = "lock";

    /** The file that names the server to which the directory belongs, see {@link Identity}. */
    static final String IDENTITY = "identity";

    /** The file with the last state that {@link Storage#persist} wrote. */
    static final String STATE = "state";

    /**
     * The file, called repair mark, that marks a repair of the log. The repair mark exists from the repair until the
     * member has persisted a state that takes the repair into account.
     */
    static final String REPAIRED = "repaired";

    /** The file that holds the open votes (votes that the member still needs) while segments with votes are removed. */
    static final String VOTES = "votes";

    static final String SEGMENT_PREFIX = "log-";
    static final String SEGMENT_SUFFIX = ".abl";
    static final String SNAPSHOT_PREFIX = "snapshot-";
    static final String SNAPSHOT_SUFFIX = ".abs";

    /** Suffix of the file of a snapshot that is being transferred to this member. */
    static final String PART_SUFFIX = ".part";

    /**
     * Suffix of the file of a snapshot that has been chosen to replace the member's whole history. After a crash, the
     * next start completes the installation of a snapshot with this suffix.
     */
    static final String INSTALL_SUFFIX = ".install";

    /**
     * Suffix of a temporary file that the storage is still writing. If a crash has left a temporary file, the next
     * start deletes the file.
     */
    static final String TEMPORARY_SUFFIX = ".tmp";

    /** Suffix of the file of a damaged snapshot, which recovery has renamed. */
    static final String DAMAGED_SUFFIX = ".damaged";

    /** Suffix of a file with bytes that a repair removed from the log. */
    static final String CUT_SUFFIX = ".cut";

    private static final int HEX_LONG = 16;
    private static final int HEX_INT = 8;

    private FileNames() {}

    static String segment(long firstZxid) {
        return SEGMENT_PREFIX + hex(firstZxid) + SEGMENT_SUFFIX;
    }

    /**
     * Returns the name of a segment that may begin with a vote.
     *
     * @param zxid the zxid of the entry before the segment, plus one
     * @param number number of the segment among the segments with equal zxids in their names, from 0
     */
    static String segment(long zxid, int number) {
        return SEGMENT_PREFIX + hex(zxid) + "-" + String.format("%08x", number) + SEGMENT_SUFFIX;
    }

    /** Returns the zxid in the name of a segment; -1 if {@code name} does not name a segment. */
    static long segmentZxid(String name) {
        boolean numbered = isNumbered(name);
        if (!numbered && !isFramed(name, SEGMENT_PREFIX, HEX_LONG, SEGMENT_SUFFIX)) return -1;
        if (numbered && segmentNumber(name) < 0) return -1;
        return parseHex(
                name.substring(SEGMENT_PREFIX.length(), SEGMENT_PREFIX.length() + HEX_LONG));
    }

    /**
     * Returns the number in the name of a segment that may begin with a vote; -1 if {@code name} does not name such a
     * segment.
     */
    static int segmentNumber(String name) {
        if (!isNumbered(name)) return -1;
        int start = SEGMENT_PREFIX.length() + HEX_LONG + 1;
        long number = parseHex(name.substring(start, start + HEX_INT));
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    private static boolean isNumbered(String name) {
        return isFramed(name, SEGMENT_PREFIX, HEX_LONG + 1 + HEX_INT, SEGMENT_SUFFIX);
    }

    static String snapshot(SnapshotId id, String suffix) {
        return SNAPSHOT_PREFIX + hex(id.zxid()) + "-" + String.format("%08x", id.crc()) + suffix;
    }

    /** Returns the zxid in the name of a snapshot; -1 if {@code name} does not name a snapshot with {@code suffix}. */
    static long snapshotZxid(String name, String suffix) {
        if (!isFramed(name, SNAPSHOT_PREFIX, HEX_LONG + 1 + HEX_INT, suffix)) return -1;
        int start = SNAPSHOT_PREFIX.length();
        return parseHex(name.substring(start, start + HEX_LONG));
    }

    private static boolean isFramed(String name, String prefix, int middle, String suffix) {
        return name.startsWith(prefix)
                && name.endsWith(suffix)
                && name.length() == prefix.length() + middle + suffix.length();
    }

    private static String hex(long value) {
        return String.format("%016x", value);
    }

    private static long parseHex(String digits) {
        try {
            return Long.parseLong(digits, 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}

package io.abcast.log;

import io.abcast.kernel.SnapshotId;

/** The names of all files in a data directory. */
final class FileNames {
    /** The file that is locked by the process that uses the directory. */
    static final String LOCK = "lock";

    /** The file that names the server to which the directory belongs, see {@link Identity}. */
    static final String IDENTITY = "identity";

    /** The file with the last state that {@link Storage#persist} wrote. */
    static final String STATE = "state";

    /**
     * The file that exists from a repair of the log until the member has persisted a state that takes the repair into
     * account.
     */
    static final String REPAIRED = "repaired";

    /** The file that holds the open votes while segments with votes are removed. */
    static final String VOTES = "votes";

    static final String SEGMENT_PREFIX = "log-";
    static final String SEGMENT_SUFFIX = ".abl";
    static final String SNAPSHOT_PREFIX = "snapshot-";
    static final String SNAPSHOT_SUFFIX = ".abs";

    /** Suffix of a snapshot that is being transferred. */
    static final String PART_SUFFIX = ".part";

    /**
     * Suffix of a snapshot that has been chosen to replace the whole history. After a crash, the next start completes
     * the installation.
     */
    static final String INSTALL_SUFFIX = ".install";

    /** Suffix of a file that is being written. If such a file is left after a crash, it is deleted. */
    static final String TEMPORARY_SUFFIX = ".tmp";

    /** Suffix of a damaged snapshot that was put aside. */
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
     * @param zxid one more than the zxid of the entry before the segment
     * @param number number of the segment among the segments with the same zxid, from 0
     */
    static String segment(long zxid, int number) {
        return SEGMENT_PREFIX + hex(zxid) + "-" + String.format("%08x", number) + SEGMENT_SUFFIX;
    }

    /** Returns the zxid in the name of a segment, or -1 if {@code name} does not name a segment. */
    static long segmentZxid(String name) {
        boolean numbered = isNumbered(name);
        if (!numbered && !isFramed(name, SEGMENT_PREFIX, HEX_LONG, SEGMENT_SUFFIX)) return -1;
        if (numbered && segmentNumber(name) < 0) return -1;
        return parseHex(
                name.substring(SEGMENT_PREFIX.length(), SEGMENT_PREFIX.length() + HEX_LONG));
    }

    /** Returns the number in the name of a segment that may begin with a vote; -1 if {@code name} is no such name. */
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

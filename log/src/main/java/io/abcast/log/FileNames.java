package io.abcast.log;

import io.abcast.kernel.SnapshotId;

final class FileNames {
    static final String LOCK = "lock";

    static final String IDENTITY = "identity";

    static final String STATE = "state";

    /**
     * The repair mark: exists from a repair of the log until the member has persisted a state that takes the repair
     * into account.
     */
    static final String REPAIRED = "repaired";

    /**
     * The file that holds the open votes (votes that the member still needs) while the log removes segments with votes.
     */
    static final String VOTES = "votes";

    static final String SEGMENT_PREFIX = "log-";
    static final String SEGMENT_SUFFIX = ".abl";
    static final String SNAPSHOT_PREFIX = "snapshot-";
    static final String SNAPSHOT_SUFFIX = ".abs";

    static final String PART_SUFFIX = ".part";

    /**
     * Suffix of a snapshot that was chosen to replace the member's whole history; the next start completes an
     * interrupted installation.
     */
    static final String INSTALL_SUFFIX = ".install";

    /** Suffix of a file that the storage is still writing; a start deletes temporary files that a crash has left. */
    static final String TEMPORARY_SUFFIX = ".tmp";

    static final String DAMAGED_SUFFIX = ".damaged";

    static final String CUT_SUFFIX = ".cut";

    private static final int HEX_LONG = 16;
    private static final int HEX_INT = 8;

    private FileNames() {}

    static String segment(long firstZxid) {
        return SEGMENT_PREFIX + hex(firstZxid) + SEGMENT_SUFFIX;
    }

    /**
     * @param zxid the zxid of the entry before the segment, plus one
     * @param number number of the segment among the segments with equal zxids in their names, from 0
     */
    static String segment(long zxid, int number) {
        return SEGMENT_PREFIX + hex(zxid) + "-" + String.format("%08x", number) + SEGMENT_SUFFIX;
    }

    static long segmentZxid(String name) {
        boolean numbered = isNumbered(name);
        if (!numbered && !isFramed(name, SEGMENT_PREFIX, HEX_LONG, SEGMENT_SUFFIX)) return -1;
        if (numbered && segmentNumber(name) < 0) return -1;
        return parseHex(
                name.substring(SEGMENT_PREFIX.length(), SEGMENT_PREFIX.length() + HEX_LONG));
    }

    /** Returns the number in the name of a segment; -1 if the name has no number. */
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

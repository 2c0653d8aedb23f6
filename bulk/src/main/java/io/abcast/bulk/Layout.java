package io.abcast.bulk;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Maps ranges of the byte stream of a {@link Catalog}, the concatenation of all files, to parts of files. */
final class Layout {
    interface Visitor {
        /** @param offset position of the part in bytes, relative to the start of the visited range */
        void visit(int file, long at, long offset, long length) throws IOException;
    }

    private final long[] starts;
    private final long bytes;

    Layout(Catalog catalog) {
        List<Catalog.Entry> files = catalog.files();
        starts = new long[files.size()];
        for (int i = 1; i < starts.length; i++) starts[i] = starts[i - 1] + files.get(i - 1).size();
        bytes = catalog.bytes();
    }

    /** Passes the parts of files in the order of the stream, and skips empty files. */
    void visit(long from, long length, Visitor visitor) throws IOException {
        int found = Arrays.binarySearch(starts, from);
        int file = found >= 0 ? found : -found - 2;
        long done = 0;
        while (done < length) {
            long at = from + done;
            long end = file + 1 < starts.length ? starts[file + 1] : bytes;
            long part = Math.min(length - done, end - at);
            if (part > 0) visitor.visit(file, at - starts[file], done, part);
            done += Math.max(0, part);
            file++;
        }
    }
}

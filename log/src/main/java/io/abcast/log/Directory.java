package io.abcast.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Everything that the storage asks of a file system: one flat directory. Tests put an implementation in between that loses
 * what was not synced, tears writes and fails on demand.
 *
 * <p>Names are plain file names. A change of the directory itself (create, rename, delete) is durable only after {@link
 * #sync}; a file's content only after {@link DataFile#force}. Safe for use by several threads on different files.
 */
public interface Directory extends Closeable {
    /** For messages. */
    Path path();

    /** Names of the plain files, ascending. */
    List<String> list() throws IOException;

    boolean exists(String name) throws IOException;

    /** Creates an empty file, replacing one of that name. */
    DataFile create(String name) throws IOException;

    /** Opens an existing file for reading and writing. */
    DataFile open(String name) throws IOException;

    /** Opens an existing file for reading only. */
    DataFile openToRead(String name) throws IOException;

    /** Atomically replaces {@code to}. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Makes every create, rename and delete before this call durable. */
    void sync() throws IOException;

    /**
     * Takes the directory for this process until {@link #close}.
     *
     * @throws IOException if someone holds it; says so
     */
    void lock() throws IOException;

    /** Bytes that can still be written, roughly; {@link Long#MAX_VALUE}: not known. */
    default long freeBytes() throws IOException {
        return Long.MAX_VALUE;
    }

    /** An open file. */
    interface DataFile extends Closeable {
        /** Writes all of {@code bytes} at {@code position}. */
        void write(ByteBuffer bytes, long position) throws IOException;

        /** Reads up to {@code into.remaining()} bytes; -1 at the end of the file. */
        int read(ByteBuffer into, long position) throws IOException;

        long size() throws IOException;

        /** Cuts the file to {@code size} bytes. */
        void truncate(long size) throws IOException;

        /** Makes the content durable; {@code metadata} also its length when it has changed in ways that reading needs. */
        void force(boolean metadata) throws IOException;
    }
}

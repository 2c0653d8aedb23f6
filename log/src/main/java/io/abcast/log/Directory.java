package io.abcast.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The file system as the storage uses it: one directory without subdirectories. Tests use an implementation that can
 * lose unsynced data, tear writes, and fail when the test asks for it.
 *
 * <p>Names are file names without a path. A change of the directory itself (create, rename, delete) becomes durable by
 * {@link #sync}, and the content of a file by {@link DataFile#force}. Several threads may use different files at the
 * same time.
 */
public interface Directory extends Closeable {
    /** The path of the directory, for error messages. */
    Path path();

    /** Names of the plain files, ascending. */
    List<String> list() throws IOException;

    boolean exists(String name) throws IOException;

    /** Creates an empty file, which replaces any file with the name {@code name}. */
    DataFile create(String name) throws IOException;

    /** Opens an existing file for reading and writing. */
    DataFile open(String name) throws IOException;

    /** Opens an existing file for reading only. */
    DataFile openToRead(String name) throws IOException;

    /** Renames the file {@code from} to {@code to}, and atomically replaces an existing file {@code to}. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Makes every create, rename and delete before this call durable. */
    void sync() throws IOException;

    /**
     * Locks the directory for this process until {@link #close}.
     *
     * @throws IOException if the directory is already locked
     */
    void lock() throws IOException;

    /** Approximate number of bytes that can still be written; {@link Long#MAX_VALUE} if not known. */
    default long freeBytes() throws IOException {
        return Long.MAX_VALUE;
    }

    /** An open file. */
    interface DataFile extends Closeable {
        /** Writes all of {@code bytes} at {@code position}. */
        void write(ByteBuffer bytes, long position) throws IOException;

        /**
         * Reads up to {@code into.remaining()} bytes at {@code position}, and returns their number, or -1 at the end of
         * the file.
         */
        int read(ByteBuffer into, long position) throws IOException;

        long size() throws IOException;

        /** Cuts the file to {@code size} bytes. */
        void truncate(long size) throws IOException;

        /**
         * Makes the content durable. With {@code metadata} also makes a changed length durable if readers need it to
         * find the content.
         */
        void force(boolean metadata) throws IOException;
    }
}

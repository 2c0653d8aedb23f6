package io.abcast.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system as the storage uses it: one directory without subdirectories, and names without a path. The call {@link
 * #sync} makes changes of the directory itself (create, rename, delete) durable. The call {@link DataFile#force} makes
 * the content of a file durable. Several threads may use different files of the directory at the same time.
 */
public interface Directory extends Closeable {
    /** Returns the path of this directory, for error messages. */
    Path path();

    /** Returns the names of the plain files in the directory, ascending. */
    List<String> list() throws IOException;

    boolean exists(String name) throws IOException;

    /** Creates an empty file, which replaces any file of this name. */
    DataFile create(String name) throws IOException;

    /** Opens an existing file for reading and writing. */
    DataFile open(String name) throws IOException;

    /** Opens an existing file for reading only. */
    DataFile openToRead(String name) throws IOException;

    /** Gives the file {@code from} the name {@code to}, and atomically replaces an existing file of this name. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Makes durable every create, rename and delete in this directory before this call. */
    void sync() throws IOException;

    /**
     * Locks the directory for this process until {@link #close} is called.
     *
     * @throws IOException if a process has already locked the directory
     */
    void lock() throws IOException;

    /**
     * Returns the approximate number of bytes that the disk of this directory has free; {@link Long#MAX_VALUE} if this
     * number is not known.
     */
    default long freeBytes() throws IOException {
        return Long.MAX_VALUE;
    }

    /** One open file of the directory. */
    interface DataFile extends Closeable {
        /** Writes all of {@code bytes} at {@code position} of the file. */
        void write(ByteBuffer bytes, long position) throws IOException;

        /**
         * Reads up to {@code into.remaining()} bytes at {@code position}, and returns the number of bytes read; -1 at
         * the end of the file.
         */
        int read(ByteBuffer into, long position) throws IOException;

        long size() throws IOException;

        /** Removes the bytes of this file from offset {@code size} on. */
        void truncate(long size) throws IOException;

        /** Makes the content of this file durable; if {@code metadata} is true, a changed length of the file too. */
        void force(boolean metadata) throws IOException;
    }
}

package io.abcast.bulk;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks before a transfer whether a receiver's file system accepts the names of the files. For names that some file
 * system may refuse or confuse with others, the check creates empty files in a temporary directory and removes them
 * again. Only one thread uses a {@code NameCheck}.
 */
final class NameCheck {
    interface Creator {
        void create(Path path) throws IOException;
    }

    private static final boolean WINDOWS = File.separatorChar == '\\';

    private final Creator creator;

    NameCheck() {
        this(Files::createFile);
    }

    /** @param creator creates files; tests replace it to simulate other file systems */
    NameCheck(Creator creator) {
        this.creator = creator;
    }

    static void checkForms(Catalog catalog, Path directory) throws FileSystemException {
        for (Catalog.Entry file : catalog.files()) {
            String fault = Names.fault(file.name(), WINDOWS);
            if (fault != null) throw refused(file.name(), fault);
            if (!writable(directory, file.name()))
                throw refused(
                        file.name(),
                        "expected a name that the locale of this member can write, its encoding is "
                                + System.getProperty("sun.jnu.encoding"));
        }
    }

    private static boolean writable(Path directory, String name) {
        try {
            return directory.resolve(name) != null;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static FileSystemException refused(String name, String why) {
        return new FileSystemException("file \"" + Names.shown(name) + "\"", null, why);
    }

    /**
     * @param directory temporary directory, which the check creates and removes
     * @throws FileSystemException names the first file that cannot be written, and the reason
     */
    void tryNames(Catalog catalog, Path directory) throws IOException {
        List<String> names = doubtful(catalog);
        if (names.isEmpty()) return;
        empty(directory);
        Files.createDirectory(directory);
        Map<String, String> created = new HashMap<>();
        try {
            for (String name : names) {
                create(directory, name, created.get(Names.folded(name)));
                created.put(Names.folded(name), name);
            }
        } finally {
            empty(directory);
        }
    }

    private void create(Path directory, String name, String like) throws FileSystemException {
        try {
            creator.create(directory.resolve(name));
        } catch (FileAlreadyExistsException e) {
            throw refused(
                    name,
                    "expected names that differ, the file system takes it for "
                            + (like == null ? "another" : "\"" + Names.shown(like) + "\""));
        } catch (IOException e) {
            throw refused(name, "the file system cannot write it: " + reason(e));
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : e.getClass().getSimpleName();
    }

    private static List<String> doubtful(Catalog catalog) {
        Map<String, String> firsts = new HashMap<>();
        Set<String> doubtful = new LinkedHashSet<>();
        for (Catalog.Entry file : catalog.files()) {
            String name = file.name();
            String before = firsts.putIfAbsent(Names.folded(name), name);
            if (before != null) doubtful.add(before);
            if (before != null || !Names.plain(name)) doubtful.add(name);
        }
        return new ArrayList<>(doubtful);
    }

    private static void empty(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) Files.delete(file);
        }
        Files.delete(directory);
    }
}

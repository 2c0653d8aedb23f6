package io.abcast.command.process;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Deletes directories with their contents. */
public final class Directories {
    /** An attempt fails if a process that is about to end writes another file into the directory. */
    private static final int ATTEMPTS = 10;

    private static final FileVisitResult GO_ON = FileVisitResult.CONTINUE;

    private Directories() {}

    /**
     * Deletes a directory with its contents if it exists, even if other processes delete files in it during the call.
     */
    public static void delete(Path directory) throws IOException {
        for (int attempt = 1; Files.exists(directory); attempt++) {
            try {
                Files.walkFileTree(directory, new Deletion());
            } catch (DirectoryNotEmptyException e) {
                if (attempt == ATTEMPTS) throw e;
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
            Files.deleteIfExists(file);
            return GO_ON;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            return unlessGone(why);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException why)
                throws IOException {
            if (why != null) unlessGone(why);
            Files.deleteIfExists(directory);
            return GO_ON;
        }

        private static FileVisitResult unlessGone(IOException why) throws IOException {
            if (why instanceof NoSuchFileException) return GO_ON;
            throw why;
        }
    }
}

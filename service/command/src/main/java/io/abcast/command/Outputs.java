package io.abcast.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Checks before a measurement that its output files can be written, because an error after a long measurement would
 * come too late.
 */
public final class Outputs {
    private Outputs() {}

    /**
     * Checks that an output file can be written, without changing an existing file.
     *
     * @param option name of the option, for the error message
     * @throws ParameterException if the file cannot be written; the message states the reason
     */
    public static void checkFile(CommandLine command, String option, Path file) {
        boolean there = Files.exists(file);
        // Opening a pipe, for example, would block until another process reads from the pipe.
        if (there && !Files.isRegularFile(file) && !Files.isDirectory(file)) return;
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!there) Files.delete(file);
        } catch (IOException e) {
            throw new ParameterException(
                    command,
                    option + ": expected a file that can be written, got " + file + reason(e),
                    e);
        }
    }

    /**
     * Creates the directory if it is missing.
     *
     * @throws ParameterException if {@code file} cannot be written in the directory; the message states the reason
     */
    static void checkDirectory(CommandLine command, String option, Path directory, String file) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ParameterException(
                    command,
                    option + ": expected a directory or a new name, got " + directory + reason(e),
                    e);
        }
        checkFile(command, option, directory.resolve(file));
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            Path parent = Path.of(missing.getFile()).toAbsolutePath().getParent();
            return parent == null || Files.isDirectory(parent)
                    ? ": the file cannot be created there"
                    : ": no directory " + parent;
        }
        if (e instanceof AccessDeniedException) return ": permission denied";
        if (e instanceof FileAlreadyExistsException exists)
            return ": " + exists.getFile() + " is a file";
        if (e instanceof FileSystemException file && file.getReason() != null)
            return ": " + file.getReason();
        return ": " + e;
    }
}

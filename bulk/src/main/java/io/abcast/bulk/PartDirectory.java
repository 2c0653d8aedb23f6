package io.abcast.bulk;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * The directory in which a receiver writes incomplete files. The directory's name is predictable, so the receiver uses
 * an existing directory only if it belongs to the user of this process. The directory has the mode 0700 if the file
 * system has modes. Only one thread uses a {@code PartDirectory}.
 */
final class PartDirectory {
    private static final String PREFIX = ".abcast-";
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private final Path path;

    PartDirectory(Path parent, String content) {
        path = parent.resolve(PREFIX + content);
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    void open() throws IOException {
        try {
            Files.createDirectory(path, attributes());
        } catch (FileAlreadyExistsException e) {
            check();
        }
        if (posix()) Files.setPosixFilePermissions(path, OWNER_ONLY);
    }

    private boolean posix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private FileAttribute<?>[] attributes() {
        return posix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private void check() throws IOException {
        BasicFileAttributes found =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (found.isSymbolicLink()) throw refused("it is a link");
        if (!found.isDirectory()) throw refused("it is a file");
        if (!path.getFileSystem().supportedFileAttributeViews().contains("owner")) return;
        UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(self())) throw refused("its owner is " + owner.getName());
    }

    private FileSystemException refused(String why) {
        return new FileSystemException(
                path.toString(),
                null,
                "expected a directory of this user for the parts of files, " + why);
    }

    /** The owner of new files is found by a temporary directory. */
    private UserPrincipal self() throws IOException {
        Path probe = Files.createTempDirectory(path.getParent(), PREFIX);
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(probe);
        }
    }

    void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // The directory for incomplete files is not empty, for example because another program
            // has created files in it, so it stays.
        }
    }
}

package io.abcast.torture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;

/**
 * The members' disks: small file systems, or, if this process may not mount, directories, which cannot become full. The
 * mounts are visible only to this process and its servers, see {@link Sandbox}.
 */
final class Disks implements AutoCloseable {
    /** Room for two log segments, two complete snapshots and a snapshot that is being written. */
    static final int SIZE_MIB = 384;

    private enum Means {
        IMAGE("one ext4 image of " + SIZE_MIB + " MiB for each member, mounted with a loop device"),
        TMPFS(
                "one tmpfs of "
                        + SIZE_MIB
                        + " MiB for each member (loop mounts are not possible here)"),
        NONE("directories (mounts are not possible here, so disks are never full)");

        private final String text;

        Means(String text) {
            this.text = text;
        }
    }

    private final Path directory;
    private final int servers;
    private Means means;

    Disks(Path directory, int servers, boolean mounts) throws IOException {
        this.directory = directory;
        this.servers = servers;
        means = mounts ? Means.IMAGE : Means.NONE;
        for (int id = 1; id <= servers; id++) Files.createDirectories(mountPoint(id));
        if (mounts) mountAll();
        for (int id = 1; id <= servers; id++) Files.createDirectories(data(id));
    }

    private void mountAll() throws IOException {
        try {
            for (int id = 1; id <= servers; id++) image(id);
        } catch (IOException e) {
            close();
            means = Means.TMPFS;
            for (int id = 1; id <= servers; id++)
                Shell.run(
                        "mount",
                        "-t",
                        "tmpfs",
                        "-o",
                        "size=" + SIZE_MIB + "m",
                        "tmpfs",
                        mountPoint(id).toString());
        }
    }

    private void image(int id) throws IOException {
        String image = directory.resolve("disk-" + id + ".img").toString();
        Shell.run("truncate", "-s", SIZE_MIB + "M", image);
        Shell.run("mkfs.ext4", "-q", "-F", "-m", "0", image);
        Shell.run("mount", "-o", "loop", image, mountPoint(id).toString());
    }

    private Path mountPoint(int id) {
        return directory.resolve("disk-" + id);
    }

    Path data(int id) {
        return mountPoint(id).resolve("data");
    }

    String means() {
        return means.text;
    }

    boolean canBeFull() {
        return means != Means.NONE;
    }

    void fill(int id, long left) throws IOException {
        long room = Files.getFileStore(mountPoint(id)).getUsableSpace();
        String size = Long.toString(Math.max(1, room - left));
        try {
            Shell.run("fallocate", "-l", size, ballast(id).toString());
        } catch (IOException e) {
            makeRoom(id);
            throw new NotInjected(e);
        }
    }

    void makeRoom(int id) throws IOException {
        Files.deleteIfExists(ballast(id));
    }

    private Path ballast(int id) {
        return mountPoint(id).resolve("ballast");
    }

    void empty(int id) throws IOException {
        Files.walkFileTree(
                data(id),
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** All members must have stopped. */
    void keep() throws IOException {
        if (means == Means.NONE) return;
        for (int id = 1; id <= servers; id++) {
            makeRoom(id);
            Path to = directory.resolve(String.format(Locale.ROOT, "data-%d", id));
            Files.createDirectories(to);
            try (var files = Files.list(data(id))) {
                for (Path file : files.toList())
                    if (Files.isRegularFile(file))
                        Files.copy(
                                file,
                                to.resolve(file.getFileName()),
                                StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (means == Means.NONE) return;
        for (int id = 1; id <= servers; id++) {
            Shell.result(List.of("umount", "-l", mountPoint(id).toString()), "");
            Files.deleteIfExists(directory.resolve("disk-" + id + ".img"));
        }
    }
}

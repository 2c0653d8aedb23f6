package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests receivers whose files go to a directory that other users may write to, like /tmp. */
final class PartDirectoryTest {
    private static final byte[][] BLOCKS = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    private static final byte[][] ROWS = {{1, 0, 1, 2, 3, 4}, {0, 1, 5, 6, 7, 8}};
    private static final String OTHER = "nobody";
    private static final byte[] PRECIOUS = {42, 43, 44};

    @TempDir Path directory;
    @TempDir Path elsewhere;

    private final Catalog catalog =
            new Catalog(5, 1, 9, 2, 4, List.of(new Catalog.Entry("f", 8, 0)));

    private Path parts() {
        return directory.resolve(".abcast-" + catalog.content());
    }

    private ReceivedFiles files() {
        return new ReceivedFiles(catalog, directory, false, new OpenFiles(true));
    }

    private String refusal() throws IOException {
        try (ReceivedFiles files = files()) {
            return assertThrows(FileSystemException.class, files::open).getMessage();
        }
    }

    @Test
    void linkInPlaceOfTheDirectoryIsRefusedAndItsTargetUnchanged() throws Exception {
        Path precious = Files.write(elsewhere.resolve("0.part"), PRECIOUS);
        Files.createSymbolicLink(parts(), elsewhere);
        assertTrue(refusal().endsWith("for the parts of files, it is a link"));
        assertArrayEquals(PRECIOUS, Files.readAllBytes(precious));
        try (var all = Files.list(elsewhere)) {
            assertEquals(List.of(precious), all.toList());
        }
    }

    @Test
    void linkInPlaceOfAPartOrTheJournalIsRefusedAndItsTargetUnchanged() throws Exception {
        Path precious = Files.write(elsewhere.resolve("precious"), PRECIOUS);
        Files.createDirectory(parts());
        Path journal = Files.createSymbolicLink(parts().resolve("journal"), precious);
        assertTrue(refusal().endsWith("expected a file, it is a link"));
        Files.delete(journal);
        Files.createSymbolicLink(parts().resolve("0.part"), precious);
        try (ReceivedFiles files = files()) {
            files.open();
            assertThrows(
                    FileSystemException.class,
                    () -> files.write(Manifest.of(0, 0, 8, BLOCKS), ROWS));
        }
        assertArrayEquals(PRECIOUS, Files.readAllBytes(precious));
    }

    @Test
    void linkInPlaceOfAFileIsReplacedAndItsTargetUnchanged() throws Exception {
        Path precious = Files.write(elsewhere.resolve("precious"), PRECIOUS);
        Files.createSymbolicLink(directory.resolve("f"), precious);
        try (ReceivedFiles files = files()) {
            files.open();
            files.write(Manifest.of(0, 0, 8, BLOCKS), ROWS);
            files.finish(new byte[][] {files.digests().digest(0)});
        }
        assertArrayEquals(PRECIOUS, Files.readAllBytes(precious));
        assertFalse(Files.isSymbolicLink(directory.resolve("f")));
        assertArrayEquals(
                new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, Files.readAllBytes(directory.resolve("f")));
        assertFalse(Files.exists(parts(), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws Exception {
        Files.write(parts(), PRECIOUS);
        assertTrue(refusal().endsWith("for the parts of files, it is a file"));
    }

    @Test
    void directoryOfAnotherOwnerIsRefused() throws Exception {
        Files.createDirectory(parts());
        assumeTrue(ownedByAnother(parts()), "this user cannot change the owner of files");
        assertTrue(refusal().endsWith("for the parts of files, its owner is " + OTHER));
    }

    private static boolean ownedByAnother(Path path) {
        try {
            Files.setOwner(
                    path,
                    path.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(OTHER));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void partsAreReadableByTheirOwnerOnlyAndTheNextAttemptResumes() throws Exception {
        try (ReceivedFiles files = files()) {
            assertEquals(List.of(), files.open());
            files.write(Manifest.of(0, 0, 8, BLOCKS), ROWS);
        }
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parts())));
        try (ReceivedFiles files = files()) {
            assertEquals(1, files.open().size());
        }
    }

    @Test
    void sourceMaySendAFileThroughALink() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 100_000, 1);
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            assertTrue(members.await(members.source().send(link)).succeeded());
            assertTrue(members.received(2).succeeded());
            assertArrayEquals(
                    Files.readAllBytes(file),
                    Files.readAllBytes(members.directory(2).resolve("link")));
        }
    }
}

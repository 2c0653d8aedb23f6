package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectionsTest {
    @Test
    void failsARunThatSkipsMoreThanAThirdOfItsFaults() {
        Injections injections = new Injections();
        assertNull(injections.problem());
        injections.injected();
        injections.injected();
        injections.skipped(FaultKind.FULL_DISK);
        assertNull(injections.problem());
        injections.skipped(FaultKind.FULL_DISK);
        String label = FaultKind.FULL_DISK.label();
        assertEquals(Map.of(label, 2), injections.skipped());
        assertEquals(
                "2 of 4 faults could not be injected: {" + label + "=2}", injections.problem());
    }

    @Test
    void diskThatCannotBeFilledStaysUnchanged(@TempDir Path directory) throws IOException {
        try (Disks disks = new Disks(directory, 1, false)) {
            assertThrows(NotInjected.class, () -> disks.fill(1, -(1L << 60)));
            assertFalse(Files.exists(directory.resolve("disk-1/ballast")));
        }
    }
}

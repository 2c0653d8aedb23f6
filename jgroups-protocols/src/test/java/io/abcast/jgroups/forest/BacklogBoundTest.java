package io.abcast.jgroups.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class BacklogBoundTest {
    @Test
    void bytesBeyondTheBoundAreRefusedUntilOthersLeave() {
        BacklogBound admission = new BacklogBound(100, 0);
        assertTrue(admission.enter(60, false));
        assertFalse(admission.enter(60, false));
        assertTrue(admission.enter(40, false));
        admission.leave(60);
        assertTrue(admission.enter(60, false));
        assertEquals(100, admission.bytes());
    }

    @Test
    void aMulticastLongerThanTheBoundIsAdmittedAlone() {
        BacklogBound admission = new BacklogBound(100, 0);
        assertTrue(admission.enter(500, false));
        assertFalse(admission.enter(1, false));
    }

    @Test
    void aCallerWaitsForRoomAndForNoLongerThanTheLimit() throws Exception {
        BacklogBound admission = new BacklogBound(100, 60_000);
        assertTrue(admission.enter(100, true));
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> admission.enter(50, true));
        admission.leave(100);
        assertTrue(waiting.get(30, TimeUnit.SECONDS));
        BacklogBound impatient = new BacklogBound(100, 1);
        assertTrue(impatient.enter(100, true));
        assertFalse(impatient.enter(1, true));
    }

    @Test
    void aCallerThatWaitsIsRefusedAtTheEnd() throws Exception {
        BacklogBound admission = new BacklogBound(100, 60_000);
        assertTrue(admission.enter(100, true));
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> admission.enter(50, true));
        admission.close();
        assertFalse(waiting.get(30, TimeUnit.SECONDS));
        assertFalse(admission.enter(0, true));
    }
}

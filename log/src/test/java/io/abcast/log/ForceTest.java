package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests on real files that the storage reports data as durable only after the operating system has forced the data to
 * disk. The JDK's flight recorder records the forces of files.
 */
final class ForceTest {
    private static final String FORCE = "jdk.FileForce";
    private static final String TOLD = "io.abcast.Told";
    private static final StorageLimits SMALL = new StorageLimits(512, 4096, 256);

    @Name(TOLD)
    @StackTrace(false)
    static final class Told extends Event {
        String what;

        static void commit(String what) {
            Told told = new Told();
            told.what = what;
            told.commit();
        }
    }

    @TempDir Path temporary;

    private final Answers answers = new Answers();

    private interface Work {
        void run() throws IOException;
    }

    private List<String> recorded(Work work) throws IOException {
        Path file = temporary.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(FORCE).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.enable(Told.class).withThreshold(Duration.ZERO);
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(file));
        events.sort(Comparator.comparing(RecordedEvent::getEndTime));
        List<String> lines = new ArrayList<>();
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            if (type.equals(TOLD)) lines.add(event.getString("what"));
            // On a slow machine the flight recorder may add events that this test does not use.
            if (!type.equals(FORCE)) continue;
            String path = event.getString("path");
            if (path != null && path.startsWith(temporary.toString()))
                lines.add("force " + Path.of(path).getFileName());
        }
        return lines;
    }

    private Storage.Completions telling() {
        return (Storage.Completions)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Storage.Completions.class},
                        (proxy, method, arguments) -> {
                            Told.commit(method.getName() + " " + arguments[0]);
                            return method.invoke(answers, arguments);
                        });
    }

    private Path dir() {
        return temporary.resolve("member");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(dir())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("spare-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void forcesOfTheDirectoryReachTheOperatingSystem() throws IOException {
        Files.createDirectories(dir());
        PlainDirectory directory = new PlainDirectory(dir(), true);
        List<String> lines =
                recorded(
                        () -> {
                            try (Directory.DataFile file = directory.create("a")) {
                                file.write(ByteBuffer.allocate(10), 0);
                                file.force(false);
                                file.force(true);
                            }
                            directory.sync();
                        });
        assertEquals(List.of("force a", "force a", "force member"), lines);
    }

    @Test
    void positionIsReportedAfterAForceOfTheSegmentThatHoldsIt() throws IOException {
        TreeMap<Integer, String> segments = new TreeMap<>();
        List<String> lines =
                recorded(
                        () -> {
                            try (Storage storage = open(Durability.FSYNC)) {
                                storage.recover(telling());
                                for (int i = 1; i <= 60; i++) {
                                    append(storage, i);
                                    segments.put(i, newestSegment());
                                }
                            }
                        });
        List<String> order = segments.values().stream().distinct().toList();
        assertTrue(order.size() > 3, segments::toString);
        for (int i = 1; i <= 60; i++) {
            int told = lines.indexOf("synced " + i);
            assertTrue(told > 0, lines::toString);
            // The flight recorder names a file by the name under which the file was created, so
            // later segments have names of spare segments.
            int segment = order.indexOf(segments.get(i));
            String file = segment == 0 ? order.get(0) : "spare-" + segment;
            assertEquals(
                    "force " + file + FileNames.TEMPORARY_SUFFIX,
                    lines.get(told - 1),
                    lines::toString);
        }
    }

    @Test
    void stateIsReportedAfterAForceOfItsFile() throws IOException {
        List<String> lines =
                recorded(
                        () -> {
                            try (Storage storage = open(Durability.FSYNC)) {
                                storage.recover(telling());
                                Told.commit("recovered");
                                storage.persist(new byte[] {1});
                                answers.awaitPersisted(1);
                            }
                        });
        List<String> persist =
                lines.subList(lines.indexOf("recovered") + 1, lines.indexOf("persisted 1"));
        assertEquals(
                List.of("force " + FileNames.STATE + FileNames.TEMPORARY_SUFFIX, "force member"),
                persist);
    }

    @Test
    void directoryIsForcedAfterEveryChangeOfItsNames() throws IOException {
        List<String> changed = new ArrayList<>();
        List<String> lines = recorded(() -> live(Durability.FSYNC, changed));
        for (String step : List.of("recover", "append", "snapshot", "truncate", "purge"))
            assertTrue(
                    changed.stream().anyMatch(s -> s.startsWith(step)),
                    () -> "expected " + step + " to change names: " + changed);
        for (String step : changed) {
            int to = lines.indexOf("end of " + step);
            int from = lines.subList(0, to).lastIndexOf("begin of " + step);
            assertTrue(
                    lines.subList(from, to).contains("force member"),
                    () -> "expected a force of the directory in " + lines.subList(from, to));
        }
        assertTrue(
                lines.subList(0, lines.indexOf("end of recover"))
                        .contains("force " + temporary.getFileName()),
                "the new directory's own name is in its parent");
    }

    @Test
    void fileForcesNothing() throws IOException {
        List<String> lines = recorded(() -> live(Durability.FILE, new ArrayList<>()));
        assertFalse(lines.stream().anyMatch(line -> line.startsWith("force")), lines::toString);
        assertTrue(lines.contains("end of purge"), lines::toString);
        assertFalse(names().isEmpty());
    }

    @Test
    void memoryForcesNothingAndWritesNothing() throws IOException {
        Files.createDirectories(dir());
        List<String> lines = recorded(() -> live(Durability.MEMORY, new ArrayList<>()));
        assertFalse(lines.stream().anyMatch(line -> line.startsWith("force")), lines::toString);
        assertTrue(lines.contains("end of purge"), lines::toString);
        assertEquals(List.of(), names());
    }

    private void live(Durability durability, List<String> changed) throws IOException {
        Files.createDirectories(temporary);
        try (Storage storage = open(durability)) {
            step("recover", changed, () -> storage.recover(telling()));
            for (int i = 1; i <= 60; i++) {
                int counter = i;
                step("append " + i, changed, () -> append(storage, counter));
            }
            step("snapshot", changed, () -> snapshot(storage, 20));
            step(
                    "truncate",
                    changed,
                    () -> {
                        storage.truncate(z(1, 40));
                        storage.flush();
                        answers.awaitSynced(61);
                    });
            step("snapshot again", changed, () -> snapshot(storage, 30));
            step(
                    "purge",
                    changed,
                    () -> {
                        storage.purgeLog(z(1, 30));
                        storage.readLog(z(1, 39), 1);
                        answers.read();
                    });
        }
    }

    private void step(String name, List<String> changed, Work work) throws IOException {
        List<String> before = Files.exists(dir()) ? names() : List.of();
        Told.commit("begin of " + name);
        work.run();
        Told.commit("end of " + name);
        if (!before.equals(Files.exists(dir()) ? names() : List.of())) changed.add(name);
    }

    private Storage open(Durability durability) {
        if (durability != Durability.FSYNC)
            return Storages.open(durability, dir(), 1, MEMBERS, SMALL, note -> {});
        PlainDirectory directory = new PlainDirectory(dir(), true);
        return new FileStorage(
                directory, 1, MEMBERS, SMALL, note -> {}, Histories.preparing(Histories.AT_ONCE));
    }

    private void append(Storage storage, int counter) {
        storage.append(entry(1, counter));
        storage.flush();
        answers.awaitSynced(counter);
    }

    private void snapshot(Storage storage, int counter) {
        storage.takeSnapshot(z(1, counter), Histories.NOTE, out -> out.write(state(z(1, counter))));
        assertEquals(z(1, counter), answers.taken().zxid());
    }

    private String newestSegment() throws IOException {
        return names().stream()
                .filter(name -> FileNames.segmentZxid(name) >= 0)
                .reduce((older, newer) -> newer)
                .orElseThrow();
    }
}

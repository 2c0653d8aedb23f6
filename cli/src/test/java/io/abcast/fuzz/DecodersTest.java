package io.abcast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.abcast.kernel.WireReader;
import java.io.DataInput;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgroups.util.ByteArrayDataInputStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that every decoder of OMAHA, COOPER, FOREST and the group has a fuzz target. A decoder is a method that reads
 * frames, parses numbers from a byte buffer, or reads a message for JGroups.
 */
final class DecodersTest {
    /** Decoders that need no separate fuzz target, each with its reason. */
    private static final Map<String, String> EXCEPTIONS =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("io.abcast.jgroups.omaha.MarkHeader", "no bytes"),
                            Map.entry(
                                    "io.abcast.jgroups.port.GroupPort",
                                    "blocks on a socket: GuardedPortTest"),
                            Map.entry(
                                    "io.abcast.driver.GroupDriver",
                                    "reads one length: GroupDriverTest"),
                            Map.entry(
                                    "io.abcast.jgroups.omaha.HoldControl",
                                    "passes the bytes to InstanceTimes"),
                            Map.entry(
                                    "io.abcast.bulk.BulkSession",
                                    "passes the bytes to GossipCodec"),
                            Map.entry(
                                    "io.abcast.jgroups.group.Unguarded",
                                    "passes the bytes to Hello"),
                            Map.entry(
                                    "io.abcast.jgroups.group.Introduction",
                                    "needs keys: KeyedGuardTest"),
                            Map.entry(
                                    "io.abcast.jgroups.group.SealedHello",
                                    "needs keys: KeyedGuardTest"),
                            Map.entry(
                                    "io.abcast.jgroups.group.KeyedGuard",
                                    "needs keys: KeyedGuardTest"),
                            Map.entry(
                                    "io.abcast.jgroups.forest.MulticastCodec",
                                    "passes the bytes of a member to JGroups, as the transport does")));

    private static Set<String> found() {
        JavaClasses classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(
                                "io.abcast.bulk",
                                "io.abcast.dissemination",
                                "io.abcast.driver",
                                "io.abcast.jgroups");
        Set<String> found = new TreeSet<>();
        for (JavaClass each : classes)
            if (!each.isInterface() && decodes(each)) found.add(outer(each.getName()));
        return found;
    }

    private static String outer(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static boolean decodes(JavaClass type) {
        return type.getConstructorCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(WireReader.class))
                || type.getConstructorCallsFromSelf().stream()
                        .anyMatch(
                                call ->
                                        call.getTargetOwner()
                                                .isAssignableTo(ByteArrayDataInputStream.class))
                || type.getMethods().stream().anyMatch(DecodersTest::reads)
                || type.getMethodCallsFromSelf().stream()
                        .anyMatch(
                                call ->
                                        call.getTargetOwner().isEquivalentTo(ByteBuffer.class)
                                                && Set.of("getInt", "getLong", "getShort")
                                                        .contains(call.getName()));
    }

    private static boolean reads(JavaMethod method) {
        boolean ofJGroups =
                Set.of("readFrom", "readPayload").contains(method.getName())
                        && method.getRawParameterTypes().stream()
                                .anyMatch(type -> type.isEquivalentTo(DataInput.class));
        return ofJGroups
                || method.getRawParameterTypes().stream()
                        .anyMatch(type -> type.isEquivalentTo(WireReader.class));
    }

    @Test
    void everyDecoderHasATargetOrAReason() {
        Set<String> expected = new TreeSet<>();
        for (Target target : Targets.all())
            for (Class<?> decoder : target.decoders()) expected.add(outer(decoder.getName()));
        for (String exception : EXCEPTIONS.keySet())
            assertTrue(expected.add(exception), () -> exception + " has a target");
        assertEquals(expected, found());
    }
}

package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.ManagedOperation;
import org.jgroups.annotations.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each description of an attribute or operation makes sense alone, as JMX and probe show it. */
final class DescriptionsTest {
    private static Map<String, String> descriptions() {
        Map<String, String> all = new TreeMap<>();
        for (Class<?> type : Elements.all()) {
            String name = type.getSimpleName();
            MBean bean = type.getAnnotation(MBean.class);
            if (bean != null) all.put(name, bean.description());
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property != null) all.put(name + "." + field.getName(), property.description());
                ManagedAttribute attribute = field.getAnnotation(ManagedAttribute.class);
                if (attribute != null)
                    all.put(name + "." + field.getName(), attribute.description());
            }
            for (Method method : type.getDeclaredMethods()) {
                ManagedAttribute attribute = method.getAnnotation(ManagedAttribute.class);
                if (attribute != null)
                    all.put(name + "." + method.getName(), attribute.description());
                ManagedOperation operation = method.getAnnotation(ManagedOperation.class);
                if (operation != null)
                    all.put(name + "." + method.getName(), operation.description());
            }
        }
        return all;
    }

    @Test
    void everyDescriptionMakesSenseAlone() {
        List<String> wrong = new ArrayList<>();
        descriptions()
                .forEach(
                        (place, text) ->
                                TextRules.violations(text)
                                        .forEach(
                                                rule ->
                                                        wrong.add(
                                                                place + ": " + rule + ": "
                                                                        + text)));
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void theSearchFindsAttributesOperationsAndElements() {
        Map<String, String> all = descriptions();
        for (String place :
                List.of(
                        "ZAB",
                        "AbcastSettings.members",
                        "ConsensusProtocol.getSlot",
                        "ZabMembership.promote",
                        "OMAHA.flush",
                        "COOPER.rate"))
            assertTrue(all.containsKey(place), () -> place + " is missing in " + all.keySet());
        assertTrue(all.size() > 150, () -> all.size() + " descriptions");
    }

    @ParameterizedTest
    @MethodSource("wrongTexts")
    void aTextThatBreaksARuleIsFound(String rule, String text) {
        List<String> found = TextRules.violations(text);
        assertTrue(
                found.stream().anyMatch(each -> each.contains(rule)),
                () -> text + ": expected a violation of the rule '" + rule + "', got " + found);
    }

    static Stream<Arguments> wrongTexts() throws IOException {
        List<Arguments> all = new ArrayList<>();
        try (InputStream in = DescriptionsTest.class.getResourceAsStream("wrong-texts.txt")) {
            String lines = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : lines.lines().filter(each -> !each.startsWith("#")).toList()) {
                int colon = line.indexOf(": ");
                all.add(Arguments.of(line.substring(0, colon), line.substring(colon + 2)));
            }
        }
        for (String rule : List.of("beginning", "end", "subject"))
            assertTrue(all.stream().anyMatch(each -> each.get()[0].equals(rule)), rule);
        return all.stream();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Minimum time without a heartbeat before a member starts an election. Unit: ms. Default: 1000",
                "Malformed frames dropped since the start",
                "Server ids of all members that take part, separated by commas. Required",
                "Whether this member may vote"
            })
    void aTextThatMakesSenseAlonePasses(String text) {
        assertEquals(List.of(), TextRules.violations(text));
    }
}

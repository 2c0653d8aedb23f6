package io.abcast.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.abcast.architecture.fixtures.kernel.Breaks;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class ArchitectureTest {
    private static final String ROOT = "io.abcast";
    private static final String FIXTURES = "io.abcast.architecture.fixtures";

    @TestFactory
    Stream<DynamicTest> productionKeeps() {
        JavaClasses production = production();
        return new HouseRules(ROOT)
                .all().entrySet().stream()
                        .map(
                                rule ->
                                        dynamicTest(
                                                rule.getKey(),
                                                () -> rule.getValue().check(production)));
    }

    @Test
    void seesEveryHouse() {
        JavaClasses production = production();
        for (String house :
                List.of("kernel", "kernel.log", "sim", "zab", "zab.coin", "jgroups", "benchmark")) {
            String name = ROOT + "." + house;
            assertTrue(
                    production.stream().anyMatch(type -> type.getPackageName().equals(name)),
                    () -> "no class of " + name + " on the class path");
        }
    }

    @TestFactory
    Stream<DynamicTest> rulesBite() {
        Map<String, ArchRule> rules = new HouseRules(FIXTURES).all();
        return new ClassFileImporter()
                .importPackages(FIXTURES).stream()
                        .map(
                                type ->
                                        dynamicTest(
                                                type.getName().substring(FIXTURES.length() + 1),
                                                () ->
                                                        assertEquals(
                                                                expected(type),
                                                                broken(type, rules))));
    }

    @Test
    void everyRuleHasAClassThatBreaksIt() {
        Set<String> broken = new TreeSet<>();
        new ClassFileImporter()
                .importPackages(FIXTURES)
                .forEach(type -> broken.addAll(expected(type)));
        assertEquals(new TreeSet<>(new HouseRules(FIXTURES).all().keySet()), broken);
    }

    private static JavaClasses production() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(ROOT);
    }

    private static Set<String> expected(JavaClass type) {
        return type.isAnnotatedWith(Breaks.class)
                ? new TreeSet<>(List.of(type.getAnnotationOfType(Breaks.class).value()))
                : Set.of();
    }

    /** Each class alone: what a rule says of one must not hang on the others. */
    private static Set<String> broken(JavaClass type, Map<String, ArchRule> rules) {
        JavaClasses alone = new ClassFileImporter().importClasses(type.reflect());
        Set<String> broken = new TreeSet<>();
        rules.forEach(
                (name, rule) -> {
                    if (rule.evaluate(alone).hasViolation()) {
                        broken.add(name);
                    }
                });
        return broken;
    }
}

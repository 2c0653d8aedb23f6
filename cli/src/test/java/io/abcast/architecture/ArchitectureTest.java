package io.abcast.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class ArchitectureTest {
    private static final String FIXTURES = "io.abcast.architecture.fixtures";

    private static final JavaClasses BREAKING = new ClassFileImporter().importPackages(FIXTURES);

    @TestFactory
    Stream<DynamicTest> productionKeeps() {
        return new HouseRules(Production.ROOT)
                .all().entrySet().stream()
                        .map(
                                rule ->
                                        dynamicTest(
                                                rule.getKey(),
                                                () -> rule.getValue().check(Production.CLASSES)));
    }

    @Test
    void seesEveryHouse() {
        for (Houses.House house : Houses.ALL)
            for (String part : house.packages()) {
                String name = Production.ROOT + "." + part;
                assertTrue(
                        Production.CLASSES.stream()
                                .anyMatch(
                                        type ->
                                                (type.getPackageName() + ".")
                                                        .startsWith(name + ".")),
                        () -> "no class of " + name + " on the class path");
            }
    }

    @TestFactory
    Stream<DynamicTest> rulesBite() {
        Map<String, ArchRule> rules = new HouseRules(FIXTURES).all();
        return BREAKING.stream()
                .map(
                        type ->
                                dynamicTest(
                                        type.getName().substring(FIXTURES.length() + 1),
                                        () -> assertEquals(expected(type), broken(type, rules))));
    }

    @Test
    void everyRuleHasAClassThatBreaksIt() {
        Set<String> broken = new TreeSet<>();
        BREAKING.forEach(type -> broken.addAll(expected(type)));
        assertEquals(new TreeSet<>(new HouseRules(FIXTURES).all().keySet()), broken);
    }

    private static Set<String> expected(JavaClass type) {
        return type.isAnnotatedWith(Breaks.class)
                ? new TreeSet<>(List.of(type.getAnnotationOfType(Breaks.class).value()))
                : Set.of();
    }

    /** Imports and checks the class alone, so that its violations do not depend on other classes. */
    private static Set<String> broken(JavaClass type, Map<String, ArchRule> rules) {
        JavaClasses alone = BREAKING.that(equalTo(type));
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

package io.abcast.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The allowed dependencies of docs/architecture.md as rules over packages. All code except drivers, tools and tests is
 * pure: it has no threads, clocks or I/O.
 */
final class HouseRules {
    private static final Set<String> IMPURE =
            Set.of(
                    "log",
                    "sim",
                    "command",
                    "search",
                    "bulk",
                    "jgroups",
                    "partitions",
                    "client",
                    "server",
                    "testkit",
                    "report",
                    "load",
                    "workloads",
                    "lab",
                    "cast",
                    "torture",
                    "papers",
                    "uplinks",
                    "benchmark",
                    "cli");

    private static final Set<String> API =
            Set.of(
                    "AbcastBatch",
                    "AbcastCallback",
                    "AbcastException",
                    "Answers",
                    "AtomicBroadcast",
                    "AtomicMulticast",
                    "PartitionDelivery",
                    "PartitionPort",
                    "PartitionReceiver",
                    "ReadCallback",
                    "Receiver",
                    "StatusListener");

    private static final Set<String> INTERNAL =
            Set.of("loop", "group", "port", "omaha", "cooper", "camu");

    private static final Set<String> HASHED =
            Set.of("java.util.HashMap", "java.util.HashSet", "java.util.IdentityHashMap");

    private static final Set<String> MAP_OR_SET = Set.of("java.util.Map", "java.util.Set");

    private static final Set<String> ITERATION =
            Set.of(
                    "iterator",
                    "spliterator",
                    "entrySet",
                    "keySet",
                    "values",
                    "forEach",
                    "stream",
                    "toArray");

    private final String root;

    HouseRules(String root) {
        this.root = root;
    }

    Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("pure code uses the JDK and abcast only", pureUsesJdkOnly());
        rules.put("pure code knows no driver", pureKnowsNoDriver());
        rules.put("pure code does not log", pureDoesNotLog());
        rules.put("pure code has no concurrency", pureHasNoConcurrency());
        rules.put("pure code does no I/O", pureDoesNoIo());
        rules.put("pure code reads no clock", pureReadsNoClock());
        rules.put("pure code draws no randomness", pureDrawsNoRandomness());
        rules.put("pure code iterates in a stated order", pureIteratesInOrder());
        rules.put("a module knows only those of its row", modulesKnowTheirRow());
        rules.put("a part of jgroups knows no element", partsKnowNoElement());
        rules.put("what is internal to jgroups stays there", internalsStay());
        rules.put("bulk uses no library", usesNoLibrary("bulk", "com.sun.management"));
        rules.put("log uses no library", usesNoLibrary("log"));
        rules.put("sim does not import JGroups", simKnowsNoJGroups());
        rules.put("sim starts no thread", simStartsNoThread());
        rules.put("sim has only virtual time and its seed", simIsSeeded());
        rules.put("no process reports on standard output", reportsOnItsOwnChannel());
        rules.replaceAll((name, rule) -> rule.as(name).allowEmptyShould(true));
        return rules;
    }

    /**
     * The package with vector code is exempt, because it needs a JDK module (jdk.incubator.vector) that JVMs load only
     * on request.
     */
    private ArchRule pureUsesJdkOnly() {
        return noClasses()
                .that(pure())
                .and(resideOutsideOfPackages(in("dissemination.cooper.code.vector")))
                .should()
                .dependOnClassesThat(resideOutsideOfPackages("java..", root + "..", ""))
                .because("a protocol must run unchanged under every driver");
    }

    private ArchRule pureKnowsNoDriver() {
        DescribedPredicate<JavaClass> impure = resideInAnyPackage(impure());
        return noPureDependence(impure, impure.and(DescribedPredicate.not(storage())))
                .because("events go in and effects come out; the driver owns what is impure");
    }

    private ArchRule pureDoesNotLog() {
        return noClasses()
                .that(pure())
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.logging.."))
                .orShould()
                .dependOnClassesThat(assignableTo(System.Logger.class))
                .orShould()
                .accessTargetWhere(member(System.class, "out", "err"))
                .because("a test can compare counters and effects, not log lines");
    }

    private ArchRule pureHasNoConcurrency() {
        return noClasses()
                .that(pure())
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.concurrent.."))
                .orShould()
                .dependOnClassesThat(threads())
                .orShould()
                .accessTargetWhere(parallelStream())
                .because("a node is single-threaded; its driver sees to that");
    }

    private ArchRule pureDoesNoIo() {
        DescribedPredicate<JavaClass> io =
                resideInAnyPackage(
                        "java.io..", "java.net..", "java.nio.channels..", "java.nio.file..");
        return noPureDependence(io, io.and(DescribedPredicate.not(readsStorage())))
                .because("bytes arrive as arguments and leave as effects");
    }

    private ArchRule noPureDependence(
            DescribedPredicate<JavaClass> elsewhere, DescribedPredicate<JavaClass> inDriver) {
        DescribedPredicate<JavaClass> driver = resideInAPackage(in("driver"));
        return CompositeArchRule.of(
                        noClasses()
                                .that(pure().and(DescribedPredicate.not(driver)))
                                .should()
                                .dependOnClassesThat(elsewhere))
                .and(noClasses().that(driver).should().dependOnClassesThat(inDriver));
    }

    private DescribedPredicate<JavaClass> storage() {
        String name = root + ".log.Storage";
        return describe(
                "the storage's interface",
                type -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
    }

    private static DescribedPredicate<JavaClass> readsStorage() {
        return describe(
                "a stream or its failure",
                type ->
                        type.isEquivalentTo(IOException.class)
                                || type.isEquivalentTo(InputStream.class));
    }

    private ArchRule pureReadsNoClock() {
        return noClasses()
                .that(pure())
                .should()
                .dependOnClassesThat(wallTime())
                .orShould()
                .accessTargetWhere(member(System.class, "nanoTime", "currentTimeMillis"))
                .because("time arrives as an argument");
    }

    private ArchRule pureDrawsNoRandomness() {
        return noClasses()
                .that(pure())
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.random.."))
                .orShould()
                .dependOnClassesThat(assignableTo(Random.class))
                .orShould()
                .dependOnClassesThat(assignableTo(SplittableRandom.class))
                .orShould()
                .dependOnClassesThat(assignableTo(UUID.class))
                .orShould()
                .accessTargetWhere(hiddenRandomness())
                .because("randomness arrives as an argument");
    }

    /**
     * Requires that pure code does not iterate a hash collection. Byte code shows only declared types, so a class that
     * creates a hash collection must declare its iterated collections as TreeMap or LinkedHashSet. The rule misses a
     * hash collection that one class creates and another iterates.
     */
    private ArchRule pureIteratesInOrder() {
        return noClasses()
                .that(pure())
                .should()
                .accessTargetWhere(
                        describe(
                                "iterates over a HashMap or HashSet, or over a Map or Set in a class"
                                        + " that makes hash collections",
                                HouseRules::iteratesUnordered))
                .because("the order of a hash table must reach neither the wire nor a decision");
    }

    private ArchRule modulesKnowTheirRow() {
        return classes()
                .that(resideInAPackage(root + ".."))
                .and(resideOutsideOfPackages(root))
                .should(new Houses(root))
                .because("what lies beneath knows nothing of what stands on it");
    }

    private ArchRule partsKnowNoElement() {
        DescribedPredicate<JavaClass> element =
                resideInAPackage(root + ".jgroups").and(DescribedPredicate.not(api()));
        return noClasses()
                .that(resideInAPackage(in("jgroups")))
                .and(resideOutsideOfPackages(root + ".jgroups", in("jgroups.metrics")))
                .should()
                .dependOnClassesThat(element)
                .because("an element is put together from its parts, and not the other way round");
    }

    private DescribedPredicate<JavaClass> api() {
        return describe(
                "a type of the API",
                type -> {
                    String name = type.getBaseComponentType().getName();
                    return API.stream()
                            .map(each -> root + ".jgroups." + each)
                            .anyMatch(each -> name.equals(each) || name.startsWith(each + "$"));
                });
    }

    private ArchRule internalsStay() {
        return noClasses()
                .that(resideOutsideOfPackages(in("jgroups")))
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                INTERNAL.stream()
                                        .map(part -> in("jgroups." + part))
                                        .toArray(String[]::new)))
                .because("who embeds a protocol uses elements, API, blocks, health and metrics");
    }

    private ArchRule usesNoLibrary(String house, String... packages) {
        return noClasses()
                .that(resideInAPackage(in(house)))
                .should()
                .dependOnClassesThat(
                        resideOutsideOfPackages(with(packages, "java..", "", root + "..")))
                .because("embedders get no library with it that they did not ask for");
    }

    private static String[] with(String[] some, String... more) {
        return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private ArchRule simKnowsNoJGroups() {
        return noClasses()
                .that(resideInAPackage(in("sim")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.jgroups..", in("jgroups")))
                .because("the simulator is a driver of its own");
    }

    private ArchRule simStartsNoThread() {
        return noClasses()
                .that(resideInAPackage(in("sim")))
                .should()
                .dependOnClassesThat(threads())
                .orShould()
                .dependOnClassesThat(assignableTo(Executor.class))
                .orShould()
                .dependOnClassesThat(assignableTo(Executors.class))
                .orShould()
                .dependOnClassesThat(assignableTo(CompletableFuture.class))
                .orShould()
                .accessTargetWhere(parallelStream())
                .because("a whole cluster runs in one thread");
    }

    private ArchRule simIsSeeded() {
        return noClasses()
                .that(resideInAPackage(in("sim")))
                .should()
                .dependOnClassesThat(wallTime())
                .orShould()
                .accessTargetWhere(member(System.class, "nanoTime", "currentTimeMillis"))
                .orShould()
                .dependOnClassesThat(assignableTo(ThreadLocalRandom.class))
                .orShould()
                .dependOnClassesThat(assignableTo(SecureRandom.class))
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callConstructor(SplittableRandom.class)
                .orShould()
                .accessTargetWhere(member(UUID.class, "randomUUID"))
                .orShould()
                .accessTargetWhere(hiddenRandomness())
                .because("the same seed twice gives the same trace");
    }

    private ArchRule reportsOnItsOwnChannel() {
        return noClasses()
                .that(
                        resideInAnyPackage(
                                in("command"),
                                in("search"),
                                in("client"),
                                in("server"),
                                in("testkit"),
                                in("report"),
                                in("load"),
                                in("workloads"),
                                in("lab"),
                                in("cast"),
                                in("torture"),
                                in("papers"),
                                in("uplinks"),
                                in("benchmark"),
                                in("cli")))
                .should()
                .accessTargetWhere(member(System.class, "out", "setOut"))
                .because(
                        "a JVM prints messages of its own on standard output: a process reports over Reports or into a"
                                + " file, and a command prints with the writer of its command line");
    }

    private String in(String house) {
        return root + "." + house + "..";
    }

    private String[] impure() {
        return IMPURE.stream().map(this::in).toArray(String[]::new);
    }

    private DescribedPredicate<JavaClass> pure() {
        return resideInAPackage(root + "..").and(resideOutsideOfPackages(impure()));
    }

    private static DescribedPredicate<JavaClass> threads() {
        return assignableTo(Thread.class)
                .or(assignableTo(ThreadGroup.class))
                .or(assignableTo(ThreadLocal.class))
                .or(assignableTo(Timer.class));
    }

    private static DescribedPredicate<JavaClass> wallTime() {
        DescribedPredicate<JavaClass> figures =
                resideInAPackage("java.time.temporal..")
                        .or(assignableTo(java.time.Duration.class))
                        .or(assignableTo(java.time.DateTimeException.class));
        return resideInAPackage("java.time..")
                .and(DescribedPredicate.not(figures))
                .or(assignableTo(Date.class))
                .or(assignableTo(Calendar.class));
    }

    private static DescribedPredicate<JavaAccess<?>> parallelStream() {
        return describe(
                "makes a stream parallel",
                access ->
                        Set.of("parallelStream", "parallel")
                                .contains(access.getTarget().getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> hiddenRandomness() {
        return member(Math.class, "random")
                .or(member(StrictMath.class, "random"))
                .or(member(System.class, "identityHashCode"))
                .or(
                        describe(
                                "shuffles without a seed",
                                access ->
                                        member(Collections.class, "shuffle").test(access)
                                                && parameters(access) == 1));
    }

    private static DescribedPredicate<JavaAccess<?>> member(Class<?> owner, String... names) {
        return describe(
                owner.getSimpleName() + "." + String.join("|", names),
                access ->
                        owner.getName().equals(owner(access))
                                && Set.of(names).contains(access.getTarget().getName()));
    }

    private static boolean iteratesUnordered(JavaAccess<?> access) {
        if (!ITERATION.contains(access.getTarget().getName())) {
            return false;
        }
        if (HASHED.contains(owner(access))) {
            return true;
        }
        return MAP_OR_SET.contains(owner(access))
                && access.getOriginOwner().getAccessesFromSelf().stream()
                        .anyMatch(HouseRules::makesHashed)
                && !walksKeysOfOrderedMap(access);
    }

    private static boolean makesHashed(JavaAccess<?> access) {
        String name = access.getTarget().getName();
        return switch (name) {
            case "<init>" -> HASHED.contains(owner(access));
            case "of", "copyOf", "ofEntries" -> MAP_OR_SET.contains(owner(access));
            case "toSet", "toUnmodifiableSet", "toUnmodifiableMap" -> isCollector(access);
            case "toMap" -> isCollector(access) && parameters(access) < 4;
            case "groupingBy" -> isCollector(access) && parameters(access) < 3;
            default -> false;
        };
    }

    /** Iterating the key view of an ordered map is allowed, although its static type is Set. */
    private static boolean walksKeysOfOrderedMap(JavaAccess<?> access) {
        return owner(access).equals("java.util.Set")
                && access.getOrigin().getAccessesFromSelf().stream()
                        .anyMatch(
                                view ->
                                        Set.of("entrySet", "keySet")
                                                        .contains(view.getTarget().getName())
                                                && !MAP_OR_SET.contains(owner(view))
                                                && !HASHED.contains(owner(view)));
    }

    private static boolean isCollector(JavaAccess<?> access) {
        return owner(access).equals(Collectors.class.getName());
    }

    private static String owner(JavaAccess<?> access) {
        return access.getTargetOwner().getName();
    }

    private static int parameters(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target
                ? target.getRawParameterTypes().size()
                : 0;
    }
}

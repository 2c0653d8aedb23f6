package io.abcast.search.mutants;

import io.abcast.search.mutants.Mutant.CheckLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the lists of mutants, which are protocols with one broken rule. A list of mutants is readable text in this
 * form:
 *
 * <pre>
 * sources: zab-core/src/main/java       directory of the files of the list, below the root of the repository
 * protocols: ZAB                        protocols of the mutants that do not name others
 *
 * mutant NAME
 * rule: the rule that the mutant breaks; it may continue
 *     in further lines
 * check: fuzz nodes=3 seeds=1000        for each protocol; "check PAXOS: ..." for one protocol
 * in: io/abcast/zab/Following.java
 * = a line that stays
 * - a line that is removed
 * + a line that is added in its place
 * ...
 * - a line elsewhere in the same file
 * equivalent: reason why no check can detect it, instead of a check
 * </pre>
 */
public final class MutantList {
    private static final List<String> RESOURCES =
            List.of(
                    "zab.txt",
                    "paxos.txt",
                    "fbp.txt",
                    "epaxos.txt",
                    "epaxos-execution.txt",
                    "forest.txt",
                    "flight.txt",
                    "driver.txt",
                    "camu.txt",
                    "partitions.txt");

    private String sources = "";
    private List<String> protocols = List.of();
    private final List<Mutant> mutants = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final String resource;

    private String name;

    private List<String> its = List.of();
    private final StringBuilder rule = new StringBuilder();
    private final StringBuilder equivalent = new StringBuilder();
    private final List<CheckLine> checks = new ArrayList<>();
    private final List<Patch> patches = new ArrayList<>();
    private String file = "";
    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();

    private StringBuilder open;

    private MutantList(String resource) {
        this.resource = resource;
    }

    /**
     * The mutants of a protocol, in the order of the list of mutants; empty for a protocol without mutants.
     *
     * @throws MutantException if a list of mutants is malformed
     */
    public static List<Mutant> of(String protocol) {
        List<Mutant> all = new ArrayList<>();
        for (String resource : RESOURCES)
            for (Mutant mutant : read(resource))
                if (mutant.protocols().contains(protocol)) all.add(mutant);
        return all;
    }

    public static List<String> protocols() {
        List<String> all = new ArrayList<>();
        for (String resource : RESOURCES)
            for (Mutant mutant : read(resource))
                for (String protocol : mutant.protocols())
                    if (!all.contains(protocol)) all.add(protocol);
        return all;
    }

    private static List<Mutant> read(String resource) {
        try (InputStream in = MutantList.class.getResourceAsStream(resource)) {
            if (in == null) throw new MutantException("no list " + resource);
            return parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MutantException("cannot read " + resource, e);
        }
    }

    static List<Mutant> parse(String resource, String text) {
        MutantList list = new MutantList(resource);
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) continue;
            try {
                list.line(line);
            } catch (IllegalArgumentException e) {
                throw new MutantException(resource + ":" + number + ": " + e.getMessage(), e);
            }
        }
        list.endMutant();
        return list.mutants;
    }

    private void line(String line) {
        if (line.startsWith("mutant ")) {
            endMutant();
            name = line.substring("mutant ".length()).strip();
            if (!names.add(name)) throw new IllegalArgumentException("a second mutant " + name);
            its = protocols;
        } else if (line.equals("...")) {
            endPatch();
        } else if (isCode(line, '=') || isCode(line, '-') || isCode(line, '+')) {
            code(line.charAt(0), line.substring(1).strip());
        } else if (!keyed(line)) {
            if (open == null) throw new IllegalArgumentException("expected a key, got " + line);
            open.append(' ').append(line);
        }
    }

    private static boolean isCode(String line, char mark) {
        return line.charAt(0) == mark && (line.length() == 1 || line.charAt(1) == ' ');
    }

    private boolean keyed(String line) {
        int colon = line.indexOf(": ");
        if (colon < 0) return false;
        String value = line.substring(colon + 2).strip();
        String[] key = line.substring(0, colon).split(" ", -1);
        switch (key[0]) {
            case "sources" -> sources = value;
            case "protocols" -> {
                if (name == null) protocols = List.of(value.split(" ", -1));
                else its = List.of(value.split(" ", -1));
            }
            case "rule" -> open = rule.append(value);
            case "equivalent" -> open = equivalent.append(value);
            case "check" -> checks.add(new CheckLine(key.length > 1 ? key[1] : "", value));
            case "in" -> {
                endPatch();
                file = sources + "/" + value;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void code(char mark, String code) {
        open = null;
        if (file.isEmpty()) throw new IllegalArgumentException("expected in: before the code");
        if (mark != '+') before.add(code);
        if (mark != '-') after.add(code);
    }

    private void endPatch() {
        if (before.isEmpty() && after.isEmpty()) return;
        if (before.isEmpty())
            throw new MutantException(
                    resource + ": mutant " + name + ": expected a line that stays or goes");
        patches.add(new Patch(file, List.copyOf(before), List.copyOf(after)));
        before.clear();
        after.clear();
    }

    private void endMutant() {
        if (name == null) return;
        endPatch();
        if (rule.isEmpty() || patches.isEmpty() || checks.isEmpty() == equivalent.isEmpty())
            throw new MutantException(
                    resource
                            + ": mutant "
                            + name
                            + ": expected a rule, a patch, and either a check or why it is equivalent");
        mutants.add(
                new Mutant(
                        name,
                        its,
                        rule.toString(),
                        List.copyOf(patches),
                        List.copyOf(checks),
                        equivalent.toString()));
        rule.setLength(0);
        equivalent.setLength(0);
        checks.clear();
        patches.clear();
        file = "";
        open = null;
    }
}

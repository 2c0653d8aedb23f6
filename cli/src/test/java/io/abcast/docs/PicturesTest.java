package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the pictures in docs/images by their labels and the digest of their source. With {@code
 * -Dabcast.docs.write=true}, the test draws all pictures again with PlantUML.
 */
final class PicturesTest {
    private static final Path DIRECTORY = Documents.ROOT.resolve("docs/images");

    private static final Set<String> PLOTS =
            Set.of("throughput-over-latency.svg", "camu-statements.svg");

    private static final Pattern SHOWN = Pattern.compile("!\\[([^\\]]*)\\]\\(([^)\\s]+\\.svg)\\)");
    private static final Pattern LABEL = Pattern.compile("<text[^>]*>([^<]*)</text>");

    static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(".puml")) names.add(name.substring(0, name.length() - 5));
            }
        }
        return names;
    }

    @ParameterizedTest
    @MethodSource("names")
    void pictureIsDrawnFromItsSource(String name) throws IOException {
        Path picture = DIRECTORY.resolve(name + ".svg");
        String drawn = draw(name);
        if (Boolean.getBoolean("abcast.docs.write")) Files.writeString(picture, drawn);
        String committed = Documents.read(picture);
        String again = "draw it again: -Dabcast.docs.write=true";
        assertEquals(mark(drawn), mark(committed), again);
        assertEquals(labels(drawn), labels(committed), again);
    }

    @Test
    void everyPictureHasASourceAndIsShownOnAPageWithAnAlternativeText() throws IOException {
        Set<String> pictures = new TreeSet<>();
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".svg"))
                    .forEach(pictures::add);
        }
        Set<String> expected = new TreeSet<>();
        for (String name : names()) expected.add(name + ".svg");
        expected.addAll(PLOTS);
        assertEquals(expected, pictures);
        Set<String> shown = new TreeSet<>();
        for (Path page : Documents.all()) {
            Matcher image = SHOWN.matcher(Documents.read(page));
            while (image.find()) {
                assertEquals(false, image.group(1).isBlank(), page + ": " + image.group());
                Path target = page.resolveSibling(image.group(2)).normalize();
                if (target.startsWith(DIRECTORY)) shown.add(target.getFileName().toString());
            }
        }
        assertEquals(expected, shown);
    }

    private static String draw(String name) throws IOException {
        String source = Documents.read(DIRECTORY.resolve(name + ".puml"));
        String style = Documents.read(DIRECTORY.resolve("style.txt"));
        String styled = source.replaceFirst("@startuml\n", "@startuml\n" + style);
        String mark = "<!-- drawn from " + name + ".puml, SHA-256 " + digest(styled) + " -->";
        return PlantUml.svg(styled, mark);
    }

    private static String mark(String svg) {
        return Documents.between(svg, "<!-- drawn from ", " -->");
    }

    private static List<String> labels(String svg) {
        List<String> labels = new ArrayList<>();
        Matcher label = LABEL.matcher(svg);
        while (label.find()) labels.add(label.group(1));
        return labels;
    }

    private static String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

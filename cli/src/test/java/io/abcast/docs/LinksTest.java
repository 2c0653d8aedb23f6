package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

    private static final Pattern CONFLICT = Pattern.compile("(?m)^(<{7} |>{7} )");

    @Test
    void everyLinkHasATarget() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Documents.all()) {
            Matcher link = LINK.matcher(Documents.read(page));
            while (link.find()) {
                if (link.group(1).startsWith("http")) continue;
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                String where = Documents.ROOT.relativize(page) + " -> " + link.group();
                if (!Files.exists(target)) broken.add(where);
                else if (link.group(2) != null && !anchors(target).contains(link.group(2)))
                    broken.add(where);
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void noPageContainsBothSidesOfAMerge() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : Documents.all())
            if (CONFLICT.matcher(Documents.read(page)).find())
                found.add(Documents.ROOT.relativize(page).toString());
        assertEquals(List.of(), found);
    }

    /**
     * Makes anchors as most renderers of Markdown do: in lower case, with words joined by hyphens, and without other
     * characters.
     */
    private static Set<String> anchors(Path page) {
        Set<String> found = new TreeSet<>();
        Matcher heading = Pattern.compile("(?m)^#+ (.*)$").matcher(Documents.read(page));
        while (heading.find())
            found.add(
                    heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^a-z0-9 -]", "")
                            .replace(' ', '-'));
        return found;
    }
}

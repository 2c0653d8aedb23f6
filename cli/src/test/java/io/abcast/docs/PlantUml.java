package io.abcast.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;

/** Draws pictures of pages with PlantUML; positions in a picture depend on the fonts of the drawing machine. */
public final class PlantUml {
    private PlantUml() {}

    public static String svg(String source, String comment) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SourceStringReader(source)
                .outputImage(out, new FileFormatOption(FileFormat.SVG, /* withMetadata */ false));
        String svg = out.toString(StandardCharsets.UTF_8).strip();
        return svg.replace("</svg>", "\n" + comment + "\n</svg>\n");
    }
}

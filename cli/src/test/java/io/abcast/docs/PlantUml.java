package io.abcast.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;

/** Draws pictures of pages with PlantUML. */
public final class PlantUml {
    private PlantUml() {}

    /**
     * Draws a picture. The positions in it depend on the fonts of the machine that draws. So a test compares a comment in
     * the picture, not the picture.
     *
     * @param source of the diagram, as PlantUML reads it
     * @param comment the XML comment that the picture ends with
     * @return the picture, as SVG
     */
    public static String svg(String source, String comment) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SourceStringReader(source)
                .outputImage(out, new FileFormatOption(FileFormat.SVG, /* withMetadata */ false));
        String svg = out.toString(StandardCharsets.UTF_8).strip();
        return svg.replace("</svg>", "\n" + comment + "\n</svg>\n");
    }
}

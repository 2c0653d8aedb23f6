package io.abcast.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --json FILE}. All commands that can write JSON use this class. */
public final class JsonOption {
    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Write the result also as JSON to FILE; - writes JSON to standard output instead of the text.")
    private String file;

    public boolean printsText() {
        return !"-".equals(file);
    }

    public boolean wanted() {
        return file != null;
    }

    /**
     * Opens the output for several JSON documents, one per line; without the option {@code --json}, the documents are
     * discarded.
     */
    public Lines lines(PrintWriter out) {
        if (file == null || !printsText()) return new Lines(out, false);
        try {
            return new Lines(new PrintWriter(Files.newBufferedWriter(Path.of(file))), true);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** An output for JSON documents, one per line. */
    public final class Lines implements AutoCloseable {
        private final PrintWriter to;
        private final boolean own;

        private Lines(PrintWriter to, boolean own) {
            this.to = to;
            this.own = own;
        }

        public void add(JsonText document) {
            to.println(document);
        }

        @Override
        public void close() {
            if (!own) return;
            to.close();
            if (to.checkError()) throw cannotWrite(new IOException("the disk may be full"));
        }
    }

    private CommandFailedException cannotWrite(IOException e) {
        return new CommandFailedException("cannot write --json " + file + ": " + e, e);
    }

    /** Writes one JSON document if the user gave the option {@code --json}. */
    public void write(PrintWriter out, JsonText document) {
        if (file == null) {
            return;
        }
        if (!printsText()) {
            out.println(document);
            return;
        }
        try {
            Files.writeString(Path.of(file), document + "\n");
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }
}

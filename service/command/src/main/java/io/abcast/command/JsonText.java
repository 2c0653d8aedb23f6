package io.abcast.command;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Builds one JSON document. Each call adds a key, a value or a bracket, in the order of the document, from its first
 * bracket to its last.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    public JsonText open(char bracket) {
        separate();
        text.append(bracket);
        needsComma = false;
        return this;
    }

    public JsonText close(char bracket) {
        text.append(bracket);
        needsComma = true;
        return this;
    }

    public JsonText key(String key) {
        separate();
        quote(key);
        text.append(':');
        needsComma = false;
        return this;
    }

    /** Adds a string, a number, a boolean or {@code null}; NaN and infinite numbers become null. */
    public JsonText value(Object value) {
        separate();
        if (value instanceof String string) quote(string);
        else if (value instanceof Double number && !Double.isFinite(number)) text.append("null");
        else text.append(value);
        needsComma = true;
        return this;
    }

    public JsonText values(List<String> values) {
        open('[');
        values.forEach(this::value);
        return close(']');
    }

    /** Adds a list: several elements as a JSON array, and a single element without an array. */
    public <T> JsonText oneOrAll(List<T> things, BiConsumer<T, JsonText> write) {
        if (things.size() != 1) open('[');
        things.forEach(thing -> write.accept(thing, this));
        return things.size() == 1 ? this : close(']');
    }

    private void separate() {
        if (needsComma) text.append(',');
    }

    private void quote(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') text.append('\\').append(c);
            else if (c < 0x20) text.append(String.format("\\u%04x", (int) c));
            else text.append(c);
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

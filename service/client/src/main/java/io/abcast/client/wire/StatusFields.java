package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The status of a server as an ordered list of named values, which is the reply to {@link Op#STATUS}. The names of
 * status values are lower_case with dots, and the values are text. Readers ignore unknown names, so that servers and
 * readers of different versions work together.
 *
 * @param values status values by name, in the order in which the server sent them
 */
public record StatusFields(Map<String, String> values) {
    /** Maximum number of values in a status; a status with more values is malformed. */
    public static final int COUNT_MAX = 4096;

    private static final int NAME_BYTES_MAX = 128;
    private static final int VALUE_BYTES_MAX = 4096;

    public StatusFields() {
        this(new LinkedHashMap<>());
    }

    /** Adds a named value to this status, and truncates a text that is longer than 4,096 bytes. */
    public StatusFields put(String name, Object value) {
        values.put(name, String.valueOf(value));
        return this;
    }

    /** The text of the status value {@code name}; empty if the server does not report the value. */
    public String text(String name) {
        return values.getOrDefault(name, "");
    }

    /**
     * The number in the status value {@code name}; {@code missing} if the server does not report the value, or if the
     * value is not a number.
     */
    public long number(String name, long missing) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            return missing;
        }
    }

    public boolean flag(String name) {
        return text(name).equals("true");
    }

    public byte[] encode() {
        WireWriter out = new WireWriter(4096);
        out.varint(values.size());
        values.forEach(
                (name, value) -> {
                    out.bytes(Texts.utf8(name));
                    byte[] text = Texts.utf8(value);
                    if (text.length > VALUE_BYTES_MAX) {
                        // Truncate the text between two characters: skip back over bytes that begin
                        // with the bits 10, because they continue a UTF-8 character.
                        int end = VALUE_BYTES_MAX;
                        while ((text[end] & 0xC0) == 0x80) end--;
                        text = Arrays.copyOf(text, end);
                    }
                    out.bytes(text);
                });
        return out.toByteArray();
    }

    /**
     * Decodes a status of a server.
     *
     * @throws MalformedFrameException if {@code bytes} is not a status
     */
    public static StatusFields decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        StatusFields fields = new StatusFields();
        for (int left = in.count(COUNT_MAX); left > 0; left--) {
            String name = Texts.utf8(in.raw(in.count(NAME_BYTES_MAX)));
            fields.values.put(name, Texts.utf8(in.raw(in.count(VALUE_BYTES_MAX))));
        }
        in.end();
        return fields;
    }
}

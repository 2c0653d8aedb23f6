package io.abcast.sim.groups.check;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON value (RFC 8259). The reader turns JSON objects into maps, arrays into lists, and numbers into {@link
 * BigDecimal}. A JSON library would be an additional dependency for all users of the simulator.
 */
final class JsonLine {
    private static final int DEPTH_MAX = 16;

    private final String text;
    private int at;

    private JsonLine(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        JsonLine line = new JsonLine(text);
        Object value = line.value(0);
        if (line.peek() != 0) throw line.expected("the end of the line");
        return value;
    }

    static void quote(StringBuilder out, String string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 0x20) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    private Object value(int depth) {
        if (depth > DEPTH_MAX) throw expected("at most " + DEPTH_MAX + " nested values");
        char c = peek();
        if (c == '{') return object(depth);
        if (c == '[') return array(depth);
        if (c == '"') return string();
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        if (skip("true")) return true;
        if (skip("false")) return false;
        if (skip("null")) return null;
        throw expected("a JSON value");
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        take('{');
        if (peek() != '}') {
            do {
                peek();
                String key = string();
                take(':');
                if (object.containsKey(key)) throw expected("\"" + key + "\" only once");
                object.put(key, value(depth + 1));
            } while (peek() == ',' && skip(","));
        }
        take('}');
        return object;
    }

    private List<Object> array(int depth) {
        List<Object> array = new ArrayList<>();
        take('[');
        if (peek() != ']') {
            do array.add(value(depth + 1));
            while (peek() == ',' && skip(","));
        }
        take(']');
        return array;
    }

    private String string() {
        take('"');
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c < 0x20) throw expected("no control character in a string");
            string.append(c == '\\' ? escaped() : c);
        }
        if (at == text.length()) throw expected("the end of the string");
        at++;
        return string.toString();
    }

    private char escaped() {
        if (at == text.length()) throw expected("an escaped character");
        char c = text.charAt(at++);
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
        if (c != 'u' || at + 4 > text.length()) throw expected("a JSON escape");
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text.charAt(at++), 16);
            if (digit < 0) throw expected("a hexadecimal digit");
            code = code << 4 | digit;
        }
        return (char) code;
    }

    private BigDecimal number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException e) {
            at = start;
            throw expected("a number", e);
        }
    }

    /** The next character that is no white space; 0 at the end of the text. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean skip(String word) {
        if (!text.startsWith(word, at)) return false;
        at += word.length();
        return true;
    }

    private void take(char c) {
        if (peek() != c) throw expected("'" + c + "'");
        at++;
    }

    private IllegalArgumentException expected(String what) {
        return expected(what, null);
    }

    private IllegalArgumentException expected(String what, Throwable cause) {
        String got = at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the line";
        return new IllegalArgumentException(
                "expected " + what + " at column " + (at + 1) + ", got " + got, cause);
    }
}

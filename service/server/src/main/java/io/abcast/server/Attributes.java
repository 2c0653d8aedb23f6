package io.abcast.server;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;

/** Finds and checks the attributes of JGroups protocols by the rules of JGroups. */
final class Attributes {
    private Attributes() {}

    static Map<String, Field> of(Class<?> protocol) {
        Map<String, Field> fields = new HashMap<>();
        for (Class<?> type = protocol; type != null; type = type.getSuperclass())
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property == null) continue;
                String name = property.name().isEmpty() ? field.getName() : property.name();
                fields.putIfAbsent(name, field);
            }
        return fields;
    }

    /**
     * Checks the value of one protocol attribute, because JGroups' own error message does not name the attribute.
     * Attributes of components, and attributes that the protocol does not have, are left to JGroups.
     *
     * @param protocol name of the protocol in the stack file
     * @throws IOException with a one-line message, if the protocol has the attribute and {@code value} is wrong for it
     */
    static void check(String protocol, String attribute, String value) throws Exception {
        ProtocolConfiguration one = new ProtocolConfiguration(protocol, Map.of());
        Protocol made = Configurator.createProtocols(List.of(one), null).get(0);
        Field field = of(made.getClass()).get(attribute);
        if (field == null) return;
        String expected = expected(field);
        boolean wrong =
                field.getType() == boolean.class && !value.matches("(?i)true|false|\\$\\{.*}");
        try {
            one.getProperties().put(attribute, value);
            if (!wrong) Configurator.initializeAttrs(made, one, Util.getIpStackType());
        } catch (Exception e) {
            throw wrong(protocol, attribute, expected, value);
        }
        if (wrong) throw wrong(protocol, attribute, expected, value);
    }

    private static IOException wrong(
            String protocol, String attribute, String expected, String value) {
        String name = protocol.substring(protocol.lastIndexOf('.') + 1);
        return new IOException(
                name + "." + attribute + ": expected " + expected + ", got " + value);
    }

    private static String expected(Field field) {
        AttributeType kind = field.getAnnotation(Property.class).type();
        Class<?> type = field.getType();
        if (kind == AttributeType.TIME) return "a time such as 500ms or 2s";
        if (kind == AttributeType.BYTES) return "a number of bytes such as 65536 or 64K";
        if (type == boolean.class) return "true or false";
        if (type == int.class || type == long.class || type == short.class) return "a whole number";
        if (type == double.class || type == float.class) return "a number";
        return "a value of type " + type.getSimpleName();
    }
}

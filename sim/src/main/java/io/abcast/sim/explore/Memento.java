package io.abcast.sim.explore;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.VoteRecord;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The content of all mutable objects of a {@link Host} at one time. A return to recorded content is faster than running
 * the events of its node again.
 */
final class Memento {
    private static final Map<Class<?>, Field[]> FIELDS = new HashMap<>();

    private final List<Object> objects = new ArrayList<>();
    private final List<Object[]> contents = new ArrayList<>();

    Memento(Host host, FieldRules constants) {
        IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
        Deque<Object> todo = new ArrayDeque<>();
        todo.add(host);
        while (!todo.isEmpty()) {
            Object object = todo.removeLast();
            if (isValue(object) || seen.put(object, true) != null) continue;
            boolean skipped =
                    (object instanceof Effects && object != host)
                            || object instanceof Host.World
                            || object instanceof Fingerprinter.Bases
                            || object instanceof MessageCodec
                            || constants.isConstant(object.getClass());
            if (!skipped) save(object, todo);
        }
    }

    private static final ClassValue<Boolean> VALUES =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return Stream.of(
                                    Number.class,
                                    String.class,
                                    Boolean.class,
                                    Character.class,
                                    Enum.class,
                                    byte[].class,
                                    Message.class,
                                    Entry.class,
                                    VoteRecord.class)
                            .anyMatch(value -> value.isAssignableFrom(type));
                }
            };

    private static boolean isValue(Object object) {
        return object == null || VALUES.get(object.getClass());
    }

    private void save(Object object, Deque<Object> todo) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            Object[] content = {copy(object)};
            if (object instanceof Object[] elements) for (Object each : elements) push(each, todo);
            add(object, content);
        } else if (object instanceof Map<?, ?> map) {
            Object[] content = new Object[2 * map.size()];
            int at = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                content[at++] = entry.getKey();
                content[at++] = entry.getValue();
                push(entry.getKey(), todo);
                push(entry.getValue(), todo);
            }
            if (isMutable(type)) add(object, content);
        } else if (object instanceof Collection<?> collection) {
            Object[] content = collection.toArray();
            for (Object each : content) push(each, todo);
            if (isMutable(type)) add(object, content);
        } else {
            Field[] fields = fields(type);
            Object[] content = new Object[fields.length];
            try {
                for (int i = 0; i < fields.length; i++) {
                    content[i] = fields[i].get(object);
                    push(content[i], todo);
                }
            } catch (IllegalAccessException e) {
                throw new UnknownFieldException(type + ": " + e.getMessage());
            }
            if (!type.isRecord() && !type.isHidden()) add(object, content);
        }
    }

    private static void push(Object object, Deque<Object> todo) {
        if (!isValue(object)) todo.addLast(object);
    }

    private void add(Object object, Object[] content) {
        objects.add(object);
        contents.add(content);
    }

    private static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static boolean isMutable(Class<?> collection) {
        String name = collection.getName();
        return !name.startsWith("java.util.ImmutableCollections")
                && !name.startsWith("java.util.Collections$");
    }

    private static Field[] fields(Class<?> type) {
        Field[] known = FIELDS.get(type);
        if (known != null) return known;
        if (!type.getName().startsWith("io.abcast.") && !type.isHidden())
            throw new UnknownFieldException("no rule for " + type);
        List<Field> all = new ArrayList<>();
        for (Class<?> at = type;
                at != Object.class && at != Record.class;
                at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) continue;
                field.setAccessible(true);
                all.add(field);
            }
        }
        Field[] fields = all.toArray(new Field[0]);
        FIELDS.put(type, fields);
        return fields;
    }

    @SuppressWarnings("unchecked")
    void restore() {
        for (int i = 0; i < objects.size(); i++) {
            Object object = objects.get(i);
            Object[] content = contents.get(i);
            if (object.getClass().isArray()) {
                System.arraycopy(content[0], 0, object, 0, Array.getLength(object));
            } else if (object instanceof Map<?, ?> map) {
                map.clear();
                for (int at = 0; at < content.length; at += 2)
                    ((Map<Object, Object>) map).put(content[at], content[at + 1]);
            } else if (object instanceof List<?> list && list.size() == content.length) {
                // A list that wraps an array has a fixed size, so the loop sets the list's elements
                // one by one.
                for (int at = 0; at < content.length; at++)
                    ((List<Object>) list).set(at, content[at]);
            } else if (object instanceof Collection<?> collection) {
                collection.clear();
                for (Object each : content) ((Collection<Object>) collection).add(each);
            } else {
                Field[] fields = fields(object.getClass());
                try {
                    for (int f = 0; f < fields.length; f++)
                        if (!Modifier.isFinal(fields[f].getModifiers()))
                            fields[f].set(object, content[f]);
                } catch (IllegalAccessException e) {
                    throw new UnknownFieldException(object.getClass() + ": " + e.getMessage());
                }
            }
        }
    }
}

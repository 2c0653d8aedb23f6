package io.abcast.sim.liar;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the components of a record type by reflection, and creates records from component values. */
final class Shape {
    record Part(String name, Class<?> type, Class<?> element, Method accessor) {
        boolean isSignature() {
            return type == byte[].class && name.toLowerCase(Locale.ROOT).endsWith("signature");
        }
    }

    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private final List<Part> parts = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();
    private final Constructor<?> constructor;

    private Shape(Class<?> type) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                RecordComponent c = components[i];
                types[i] = c.getType();
                c.getAccessor().setAccessible(true);
                parts.add(
                        new Part(
                                c.getName(),
                                types[i],
                                element(c.getGenericType()),
                                c.getAccessor()));
            }
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) || field.getType() != type) continue;
                field.setAccessible(true);
                constants.add(field.get(null));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot take apart " + type, e);
        }
    }

    static Shape of(Class<?> type) {
        Shape known = SHAPES.get(type);
        return known != null ? known : SHAPES.computeIfAbsent(type, Shape::new);
    }

    private static Class<?> element(Type type) {
        boolean isList = type instanceof ParameterizedType p && p.getRawType() == List.class;
        if (!isList) return null;
        Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
        return element instanceof Class<?> c ? c : null;
    }

    List<Part> parts() {
        return parts;
    }

    /** Protocol code compares records with the returned constants of the record type. */
    List<Object> constants() {
        return constants;
    }

    Object get(Object record, int part) {
        try {
            return parts.get(part).accessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + parts.get(part), e);
        }
    }

    Object[] values(Object record) {
        Object[] values = new Object[parts.size()];
        for (int i = 0; i < values.length; i++) values[i] = get(record, i);
        return values;
    }

    /** {@code null} if the record's constructor rejects the values, as a decoder would. */
    Object make(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            return null;
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException("cannot make " + constructor, e);
        }
    }

    /** {@code null} if the record's constructor rejects the value. */
    Object with(Object record, int part, Object value) {
        Object[] values = values(record);
        values[part] = value;
        return make(values);
    }
}

package io.abcast.sim.explore;

import io.abcast.kernel.Effects;
import io.abcast.kernel.MessageCodec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Walks all fields of a node by reflection. Two nodes with the same hash behave the same from now on, up to what {@link FieldRules}
 * name. Times count as differences to the node's present, capped at the longest timeout.
 */
final class Fingerprinter {
    private enum Kind {
        PRIMITIVE,
        TIME,
        BASE,
        RELATIVE,
        OBJECT
    }

    private record Known(Field field, Kind kind, int group) {}

    private final FieldRules rules;
    private final long longestNanos;
    private final Map<Class<?>, Known[]> fields = new HashMap<>();
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private final long[] bases;
    private long nowNanos;

    Fingerprinter(FieldRules rules, long longestNanos) {
        this.rules = rules;
        this.longestNanos = longestNanos;
        bases = new long[rules.bases()];
    }

    /** A time as it counts: before or after now, by at most the longest timeout. */
    static long relativeTime(long timeNanos, long nowNanos, long longestNanos) {
        if (timeNanos <= nowNanos - longestNanos) return -longestNanos;
        if (timeNanos >= nowNanos + longestNanos) return longestNanos;
        return timeNanos - nowNanos;
    }

    /** Adds the state of that object and of all that it refers to. */
    void walk(Object root, long now, Hash128 out) {
        nowNanos = now;
        seen.clear();
        value(root, out, "");
    }

    private void value(Object value, Hash128 out, String where) {
        if (value == null) {
            out.add(0);
        } else if (value instanceof Number
                || value instanceof Boolean
                || value instanceof Character) {
            boxed(value, out);
        } else if (value instanceof String text) {
            out.add(text);
        } else if (value instanceof Enum<?> constant) {
            out.add(constant.ordinal() + 1);
        } else if (value.getClass().isArray()) {
            array(value, out, where);
        } else if (value instanceof Map<?, ?> map) {
            map(map, out, where);
        } else if (value instanceof Collection<?> collection) {
            collection(collection, out, where);
        } else if (value instanceof Optional<?> optional) {
            value(optional.orElse(null), out, where);
        } else if (!(value instanceof Effects)
                && !(value instanceof MessageCodec)
                && !rules.isConstant(value.getClass())) {
            object(value, out, where);
        }
    }

    private static void boxed(Object value, Hash128 out) {
        if (value instanceof Boolean flag) out.add(flag ? 1 : 2);
        else if (value instanceof Character letter) out.add(letter);
        else if (value instanceof Double number) out.add(Double.doubleToLongBits(number));
        else if (value instanceof Float number) out.add(Float.floatToIntBits(number));
        else out.add(((Number) value).longValue());
    }

    private void array(Object array, Hash128 out, String where) {
        if (array instanceof byte[] bytes) out.add(bytes);
        else if (array instanceof int[] numbers) {
            out.add(numbers.length);
            for (int number : numbers) out.add(number);
        } else if (array instanceof long[] numbers) {
            out.add(numbers.length);
            boolean times = where.endsWith("Nanos");
            for (long number : numbers)
                out.add(times ? relativeTime(number, nowNanos, longestNanos) : number);
        } else if (array instanceof boolean[] flags) {
            out.add(flags.length);
            for (boolean flag : flags) out.add(flag ? 1 : 0);
        } else if (array instanceof double[] numbers) {
            out.add(numbers.length);
            for (double number : numbers) out.add(Double.doubleToLongBits(number));
        } else if (array instanceof Object[] objects) {
            out.add(objects.length);
            for (Object each : objects) value(each, out, where);
        } else {
            throw new UnknownFieldException(where + ": no rule for " + array.getClass());
        }
    }

    private void map(Map<?, ?> map, Hash128 out, String where) {
        boolean ordered = map instanceof SortedMap || map instanceof LinkedHashMap;
        if (!ordered && !(map.getClass() == HashMap.class) && !isImmutable(map))
            throw new UnknownFieldException(where + ": no rule for " + map.getClass());
        out.add(map.size());
        Hash128 each = new Hash128();
        long low = 0;
        long high = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Hash128 to = ordered ? out : each.reset();
            value(entry.getKey(), to, where);
            value(entry.getValue(), to, where);
            low += each.low;
            high += each.high;
        }
        if (ordered) return;
        out.add(low);
        out.add(high);
    }

    private static boolean isImmutable(Object collection) {
        return collection.getClass().getName().startsWith("java.util.ImmutableCollections")
                || collection.getClass().getName().startsWith("java.util.Collections$");
    }

    private void collection(Collection<?> collection, Hash128 out, String where) {
        boolean ordered =
                collection instanceof List
                        || collection instanceof Deque
                        || collection instanceof SortedSet
                        || collection instanceof LinkedHashSet;
        if (!ordered && !(collection instanceof Set))
            throw new UnknownFieldException(where + ": no rule for " + collection.getClass());
        if (!(collection instanceof ArrayList)
                && !(collection instanceof ArrayDeque)
                && !collection.getClass().getName().startsWith("java.util."))
            throw new UnknownFieldException(where + ": no rule for " + collection.getClass());
        out.add(collection.size());
        if (ordered) {
            for (Object element : collection) value(element, out, where);
            return;
        }
        Hash128 each = new Hash128();
        long low = 0;
        long high = 0;
        for (Object element : collection) {
            value(element, each.reset(), where);
            low += each.low;
            high += each.high;
        }
        out.add(low);
        out.add(high);
    }

    private void object(Object object, Hash128 out, String where) {
        Class<?> type = object.getClass();
        if (!type.isRecord()) {
            Integer before = seen.putIfAbsent(object, seen.size());
            if (before != null) {
                out.add(before);
                return;
            }
        }
        Known[] known = fields.get(type);
        if (known == null) {
            known = fieldsOf(type, where);
            fields.put(type, known);
        }
        // A type may stand for another one, as a role does.
        out.add(type.getName().hashCode());
        long[] outer = null;
        try {
            for (Known field : known) {
                if (field.kind() != Kind.BASE) continue;
                if (outer == null) outer = bases.clone();
                bases[field.group()] = field.field().getLong(object);
            }
            for (Known field : known) field(field, object, out);
        } catch (IllegalAccessException e) {
            throw new UnknownFieldException(where + ": " + e.getMessage());
        }
        if (outer != null) System.arraycopy(outer, 0, bases, 0, bases.length);
    }

    private void field(Known known, Object of, Hash128 out) throws IllegalAccessException {
        Field field = known.field();
        switch (known.kind()) {
            case TIME -> out.add(relativeTime(field.getLong(of), nowNanos, longestNanos));
            case RELATIVE -> out.add(field.getLong(of) - bases[known.group()]);
            case BASE -> {}
            case OBJECT -> value(field.get(of), out, field.getName());
            case PRIMITIVE -> {
                Class<?> type = field.getType();
                if (type == boolean.class) out.add(field.getBoolean(of) ? 1 : 0);
                else if (type == double.class)
                    out.add(Double.doubleToLongBits(field.getDouble(of)));
                else if (type == float.class) out.add(Float.floatToIntBits(field.getFloat(of)));
                else out.add(field.getLong(of));
            }
        }
    }

    private Known[] fieldsOf(Class<?> type, String where) {
        boolean own = type.getName().startsWith("io.abcast.");
        if (!own) throw new UnknownFieldException(where + ": no rule for " + type);
        List<Known> all = new ArrayList<>();
        for (Class<?> at = type;
                at != Object.class && at != Record.class;
                at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) continue;
                Known known = known(at, field);
                if (known != null) all.add(known);
            }
        }
        return all.toArray(new Known[0]);
    }

    private Known known(Class<?> in, Field field) {
        String name = in.getSimpleName() + "." + field.getName();
        if (rules.isIgnored(name)) return null;
        field.setAccessible(true);
        Class<?> type = field.getType();
        if (rules.baseOf(name) >= 0) return new Known(field, Kind.BASE, rules.baseOf(name));
        if (rules.relativeOf(name) >= 0)
            return new Known(field, Kind.RELATIVE, rules.relativeOf(name));
        if (!type.isPrimitive()) return new Known(field, Kind.OBJECT, -1);
        boolean time = type == long.class && rules.isTime(name);
        return new Known(field, time ? Kind.TIME : Kind.PRIMITIVE, -1);
    }
}

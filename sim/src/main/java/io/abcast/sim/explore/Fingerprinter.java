package io.abcast.sim.explore;

import io.abcast.kernel.Effects;
import io.abcast.kernel.MessageCodec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Computes a hash of all fields of a node by reflection. If the {@link FieldRules} are correct, two nodes with equal
 * hashes behave equally in equal later events. For a field that holds a time, the hash contains the difference from the
 * node's present time, bounded by the longest timeout.
 */
final class Fingerprinter {
    private enum Kind {
        PRIMITIVE,
        TIME,
        TIMES,
        BASE,
        RELATIVE,
        OBJECT
    }

    private record Known(Field field, Kind kind, int group) {}

    /** The hash contains the object's other counters as differences from the counter {@code field}. */
    private record Base(Object of, Known field) {}

    /** All base counters of one node, searched once, because a node never replaces the objects that hold them. */
    static final class Bases {
        private final List<Base> all = new ArrayList<>();
    }

    private enum Sort {
        BOXED,
        TEXT,
        ENUM,
        ARRAY,
        MAP,
        HASH_MAP,
        COLLECTION,
        HASH_SET,
        UNKNOWN,
        OPTIONAL,
        LEFT_OUT,
        RECORD,
        OBJECT
    }

    /** A cache, because a lookup is faster than a chain of tests of the class. */
    private final ClassValue<Sort> sorts =
            new ClassValue<>() {
                @Override
                protected Sort computeValue(Class<?> type) {
                    return sortOf(type);
                }
            };

    private final FieldRules rules;
    private final long longestNanos;
    private final Map<Class<?>, Known[]> fields = new HashMap<>();
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private final long[] bases;
    private Bases collected;
    private long nowNanos;

    Fingerprinter(FieldRules rules, long longestNanos) {
        this.rules = rules;
        this.longestNanos = longestNanos;
        bases = new long[rules.bases()];
    }

    /** Difference in ns, bounded by the longest timeout in both directions. */
    static long relativeTime(long timeNanos, long nowNanos, long longestNanos) {
        if (timeNanos <= nowNanos - longestNanos) return -longestNanos;
        if (timeNanos >= nowNanos + longestNanos) return longestNanos;
        return timeNanos - nowNanos;
    }

    void walk(Object root, Bases of, long now, Hash128 out) {
        nowNanos = now;
        for (Base base : of.all) setBase(base.of(), base.field());
        seen.clear();
        value(root, out, "");
    }

    Bases bases(Object root) {
        Bases found = new Bases();
        collected = found;
        walk(root, found, 0, new Hash128());
        collected = null;
        return found;
    }

    private void setBase(Object of, Known field) {
        try {
            bases[field.group()] = field.field().getLong(of);
        } catch (IllegalAccessException e) {
            throw new UnknownFieldException(field.field() + ": " + e.getMessage());
        }
    }

    private Sort sortOf(Class<?> type) {
        if (Number.class.isAssignableFrom(type) || type == Boolean.class || type == Character.class)
            return Sort.BOXED;
        if (type == String.class) return Sort.TEXT;
        if (Enum.class.isAssignableFrom(type)) return Sort.ENUM;
        if (type.isArray()) return Sort.ARRAY;
        if (Map.class.isAssignableFrom(type)) return mapSort(type);
        if (Collection.class.isAssignableFrom(type)) return collectionSort(type);
        if (type == Optional.class) return Sort.OPTIONAL;
        if (Effects.class.isAssignableFrom(type)
                || MessageCodec.class.isAssignableFrom(type)
                || rules.isConstant(type)) return Sort.LEFT_OUT;
        return type.isRecord() ? Sort.RECORD : Sort.OBJECT;
    }

    private void value(Object value, Hash128 out, String where) {
        if (value == null) {
            out.add(0);
            return;
        }
        Sort sort = sorts.get(value.getClass());
        switch (sort) {
            case BOXED -> boxed(value, out);
            case TEXT -> out.add((String) value);
            case ENUM -> out.add(((Enum<?>) value).ordinal() + 1);
            case ARRAY -> array(value, out, where);
            case MAP -> map((Map<?, ?>) value, out, where);
            case HASH_MAP -> hashMap((Map<?, ?>) value, out, where);
            case COLLECTION -> collection((Collection<?>) value, out, where);
            case HASH_SET -> hashSet((Collection<?>) value, out, where);
            case UNKNOWN ->
                    throw new UnknownFieldException(where + ": no rule for " + value.getClass());
            case OPTIONAL -> value(((Optional<?>) value).orElse(null), out, where);
            case LEFT_OUT -> {}
            case RECORD, OBJECT -> object(value, sort == Sort.RECORD, out, where);
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
            for (long number : numbers) out.add(number);
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

    private static Sort mapSort(Class<?> type) {
        if (SortedMap.class.isAssignableFrom(type) || LinkedHashMap.class.isAssignableFrom(type))
            return Sort.MAP;
        return type == HashMap.class || isImmutable(type) ? Sort.HASH_MAP : Sort.UNKNOWN;
    }

    private static Sort collectionSort(Class<?> type) {
        if (!type.getName().startsWith("java.util.")) return Sort.UNKNOWN;
        // Two heaps with equal elements in different orders get different hashes, which makes the
        // search longer but not wrong.
        boolean ordered =
                type == PriorityQueue.class
                        || List.class.isAssignableFrom(type)
                        || Deque.class.isAssignableFrom(type)
                        || SortedSet.class.isAssignableFrom(type)
                        || LinkedHashSet.class.isAssignableFrom(type);
        if (ordered) return Sort.COLLECTION;
        return Set.class.isAssignableFrom(type) ? Sort.HASH_SET : Sort.UNKNOWN;
    }

    private static boolean isImmutable(Class<?> type) {
        return type.getName().startsWith("java.util.ImmutableCollections")
                || type.getName().startsWith("java.util.Collections$");
    }

    private void map(Map<?, ?> map, Hash128 out, String where) {
        out.add(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            value(entry.getKey(), out, where);
            value(entry.getValue(), out, where);
        }
    }

    private void hashMap(Map<?, ?> map, Hash128 out, String where) {
        out.add(map.size());
        if (map.isEmpty()) return;
        Hash128 each = new Hash128();
        long low = 0;
        long high = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            value(entry.getKey(), each.reset(), where);
            value(entry.getValue(), each, where);
            low += each.low;
            high += each.high;
        }
        out.add(low);
        out.add(high);
    }

    private void collection(Collection<?> collection, Hash128 out, String where) {
        out.add(collection.size());
        for (Object element : collection) value(element, out, where);
    }

    private void hashSet(Collection<?> set, Hash128 out, String where) {
        out.add(set.size());
        if (set.isEmpty()) return;
        Hash128 each = new Hash128();
        long low = 0;
        long high = 0;
        for (Object element : set) {
            value(element, each.reset(), where);
            low += each.low;
            high += each.high;
        }
        out.add(low);
        out.add(high);
    }

    private void object(Object object, boolean isRecord, Hash128 out, String where) {
        Class<?> type = object.getClass();
        if (!isRecord) {
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
        // The class of an object may itself be a part of the node's state, for example if the class
        // implements a role.
        out.add(type.getName().hashCode());
        long[] outer = null;
        try {
            for (Known field : known) {
                if (field.kind() != Kind.BASE) continue;
                if (outer == null) outer = bases.clone();
                setBase(object, field);
                if (collected != null) collected.all.add(new Base(object, field));
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
            case TIMES -> {
                long[] times = (long[]) field.get(of);
                out.add(times.length);
                for (long time : times) out.add(relativeTime(time, nowNanos, longestNanos));
            }
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
        if (type == long[].class && rules.isTime(name)) return new Known(field, Kind.TIMES, -1);
        if (!type.isPrimitive()) return new Known(field, Kind.OBJECT, -1);
        boolean time = type == long.class && rules.isTime(name);
        return new Known(field, time ? Kind.TIME : Kind.PRIMITIVE, -1);
    }
}

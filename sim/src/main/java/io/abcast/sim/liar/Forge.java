package io.abcast.sim.liar;

import io.abcast.sim.Rng;
import io.abcast.sim.liar.Shape.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Creates false records (parts of messages) from true records, for the messages of lying members. The forge does not
 * know the meaning of components, with one exception: a component whose name ends with "signature" is a signature of
 * its record.
 */
public final class Forge {
    private static final int DEPTH_MAX = 4;

    private static final int LIST_MAX = 4;
    private static final int BYTES_MAX = 40;

    private static final int CANDIDATES_MAX = 6;

    private static final double UNSIGNED_SHARE = 0.1;

    /** Completes records that a liar has changed, for records that need more than a signature to be valid. */
    public interface Finish {
        /**
         * Returns the changed record in the form in which the liar sends it.
         *
         * @param changed record that the liar has changed, including its signatures
         */
        Object finished(Object changed, int liar, Rng dice);
    }

    private final Finish finish;
    private final IntFunction<byte[]> signatures;
    private final IntPredicate lies;

    /**
     * Creates a forge for the lying members of one run.
     *
     * @param signatures function that returns, for the id of a liar, a signature of this liar that is valid for any
     *     content.
     * @param finish completes each changed record.
     * @param lies whether the member with the given id lies, so that the forge can create signatures of this member
     */
    public Forge(IntFunction<byte[]> signatures, Finish finish, IntPredicate lies) {
        this.finish = finish;
        this.signatures = signatures;
        this.lies = lies;
    }

    /** Returns the record with one change, or the unchanged record if the change is not possible. */
    public Object changed(Object record, int liar, LiarMemory known, Rng dice) {
        return signed(record, change(record, liar, known, dice), liar, dice);
    }

    /** Creates a record of the class {@code type} from values that the liars know. */
    public Object invented(Class<?> type, int liar, LiarMemory known, Rng dice) {
        return invent(type, liar, known, dice, 0);
    }

    private Object change(Object record, int liar, LiarMemory known, Rng dice) {
        Shape shape = Shape.of(record.getClass());
        if (shape.parts().isEmpty()) return record;
        int at = dice.below(shape.parts().size());
        Object value = shape.get(record, at);
        Object other = value(shape.parts().get(at), value, liar, known, dice);
        Object made = other == null ? null : shape.with(record, at, other);
        return made == null ? record : made;
    }

    /** {@code null} if the liars know no other value of the component's type. */
    private Object value(Part part, Object value, int liar, LiarMemory known, Rng dice) {
        Class<?> type = part.type();
        if (type == long.class) return number(part.name(), (Long) value, known, dice);
        if (type == int.class)
            return (int) number(part.name(), ((Integer) value).longValue(), known, dice);
        if (type == boolean.class) return !(Boolean) value;
        if (type.isEnum()) return dice.pick(type.getEnumConstants());
        if (type == byte[].class) return bytes(part.name(), (byte[]) value, known, dice);
        if (type == List.class) return list(part, (List<?>) value, liar, known, dice);
        if (value instanceof Record r) return record(r, liar, known, dice);
        return null;
    }

    private static long number(String name, long value, LiarMemory known, Rng dice) {
        List<Long> donors = known.numbers(name);
        if (!donors.isEmpty() && dice.chance(0.6)) return donors.get(dice.below(donors.size()));
        return switch (dice.below(7)) {
            case 0 -> value - 1;
            case 1, 2 -> value + 1;
            case 3 -> value + dice.between(2, 100);
            case 4 -> 0;
            case 5 -> Long.MAX_VALUE >>> dice.below(62);
            default -> dice.nextLong() >>> dice.below(64);
        };
    }

    private static byte[] bytes(String name, byte[] value, LiarMemory known, Rng dice) {
        List<byte[]> donors = known.bytes(name);
        if (!donors.isEmpty() && dice.chance(0.5)) return donors.get(dice.below(donors.size()));
        if (value.length == 0 || dice.chance(0.2)) return noise(dice.below(BYTES_MAX), dice);
        if (dice.chance(0.2)) return Arrays.copyOf(value, dice.below(value.length));
        byte[] other = value.clone();
        int at =
                dice.chance(0.5)
                        ? Math.min(other.length - 1, dice.below(8))
                        : dice.below(other.length);
        other[at] += (byte) (dice.chance(0.5) ? 1 : dice.nextLong() | 1);
        return other;
    }

    private static byte[] noise(int length, Rng dice) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) dice.nextLong();
        return bytes;
    }

    private Object record(Record value, int liar, LiarMemory known, Rng dice) {
        List<Object> donors = known.records(value.getClass());
        List<Object> constants = Shape.of(value.getClass()).constants();
        int kind = dice.below(10);
        if (kind < 5 && !donors.isEmpty()) return donors.get(dice.below(donors.size()));
        if (kind < 7 && !constants.isEmpty()) return constants.get(dice.below(constants.size()));
        return change(value, liar, known, dice);
    }

    private List<Object> list(Part part, List<?> value, int liar, LiarMemory known, Rng dice) {
        List<Object> list = new ArrayList<>(value);
        int at = list.isEmpty() ? 0 : dice.below(list.size());
        int kind = dice.below(8);
        if (list.isEmpty() || kind < 2) {
            Object element = element(part, liar, known, dice, 1);
            if (element != null)
                list.add(list.isEmpty() ? 0 : dice.below(list.size() + 1), element);
        } else if (kind == 2) {
            list.remove(at);
        } else if (kind == 3) {
            list.add(at, list.get(at));
        } else if (kind == 4) {
            list.clear();
        } else if (kind == 5) {
            list = list.subList(0, at);
        } else {
            Object other = elementOther(part, list.get(at), liar, known, dice);
            if (other != null) list.set(at, other);
        }
        return List.copyOf(list);
    }

    private Object elementOther(Part part, Object element, int liar, LiarMemory known, Rng dice) {
        if (element instanceof Record r) return record(r, liar, known, dice);
        if (element instanceof Long n) return number(part.name(), n, known, dice);
        if (element instanceof byte[] b) return bytes(part.name(), b, known, dice);
        return null;
    }

    private Object element(Part part, int liar, LiarMemory known, Rng dice, int depth) {
        Class<?> type = part.element();
        if (type == null) return null;
        if (type == Long.class) return number(part.name(), 0, known, dice);
        if (type == byte[].class) return bytes(part.name(), new byte[0], known, dice);
        return type.isRecord() ? inner(type, liar, known, dice, depth) : null;
    }

    private Object inner(Class<?> type, int liar, LiarMemory known, Rng dice, int depth) {
        List<Object> donors = known.records(type);
        if (!donors.isEmpty() && dice.chance(0.8)) return donors.get(dice.below(donors.size()));
        List<Object> constants = Shape.of(type).constants();
        if (!constants.isEmpty() && dice.chance(0.3))
            return constants.get(dice.below(constants.size()));
        return invent(type, liar, known, dice, depth + 1);
    }

    private Object invent(Class<?> type, int liar, LiarMemory known, Rng dice, int depth) {
        Shape shape = Shape.of(type);
        Object[] values = new Object[shape.parts().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = invent(shape.parts().get(i), liar, known, dice, depth);
            if (values[i] == null) return null;
        }
        sign(shape, values, liar, dice);
        Object made = shape.make(values);
        return made == null ? null : finish.finished(made, liar, dice);
    }

    private Object invent(Part part, int liar, LiarMemory known, Rng dice, int depth) {
        Class<?> type = part.type();
        if (type == long.class) return number(part.name(), 0, known, dice);
        if (type == int.class) return (int) number(part.name(), 0, known, dice);
        if (type == boolean.class) return dice.chance(0.5);
        if (type.isEnum()) return dice.pick(type.getEnumConstants());
        if (type == byte[].class) return bytes(part.name(), new byte[0], known, dice);
        if (type.isRecord()) return inner(type, liar, known, dice, depth);
        if (type != List.class) return null;
        List<Object> list = new ArrayList<>();
        int size = depth >= DEPTH_MAX ? 0 : dice.below(LIST_MAX);
        for (int i = 0; i < size; i++) {
            Object element = element(part, liar, known, dice, depth);
            if (element != null) list.add(element);
        }
        return List.copyOf(list);
    }

    /**
     * Applies the replacements of earlier lies to all records inside a record.
     *
     * @param swaps replacements: from the original record to its replacement
     * @return the same record, unchanged, if no replacement applies
     */
    public Object replaced(Object record, Map<Object, Object> swaps, int liar, Rng dice) {
        return signed(record, replace(record, swaps), liar, dice);
    }

    private Object replace(Object value, Map<Object, Object> swaps) {
        Object other = swaps.get(value);
        if (other != null) return other;
        if (!(value instanceof Record)) return value;
        Shape shape = Shape.of(value.getClass());
        Object[] values = shape.values(value);
        boolean changed = false;
        for (int i = 0; i < values.length; i++) {
            Object before = values[i];
            if (before instanceof Record) values[i] = replace(before, swaps);
            changed |= values[i] != before;
        }
        Object made = changed ? shape.make(values) : value;
        return made == null ? value : made;
    }

    /**
     * Adds to {@code swaps} the records inside {@code before} that {@code after} has replaced, with their replacements.
     */
    public void compare(Object before, Object after, Map<Object, Object> swaps) {
        if (before == after || before.getClass() != after.getClass()) return;
        Shape shape = Shape.of(before.getClass());
        for (int i = 0; i < shape.parts().size(); i++) {
            Object was = shape.get(before, i);
            Object is = shape.get(after, i);
            if (was instanceof Record && is instanceof Record && !was.equals(is))
                swaps.put(was, is);
        }
    }

    /** May replace the signing member that a record names by the liar, in order to sign the record. */
    private Object signed(Object before, Object after, int liar, Rng dice) {
        if (before == after) return after;
        Shape shape = Shape.of(after.getClass());
        boolean same = before != null && before.getClass() == after.getClass();
        Object[] values = shape.values(after);
        Object[] old = same ? shape.values(before) : new Object[values.length];
        boolean changed = false;
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Record r && !shape.constants().contains(r))
                values[i] = signed(old[i], r, liar, dice);
            else if (value instanceof List<?> list) values[i] = signed(old[i], list, liar, dice);
            changed |= values[i] != value;
        }
        if (sign(shape, values, liar, dice)) changed = true;
        Object made = changed ? shape.make(values) : after;
        return finish.finished(made == null ? after : made, liar, dice);
    }

    private List<Object> signed(Object before, List<?> after, int liar, Rng dice) {
        List<Object> made = new ArrayList<>(after);
        List<?> old = before instanceof List<?> list ? list : List.of();
        for (int i = 0; i < made.size(); i++) {
            Object element = made.get(i);
            if (!(element instanceof Record) || contains(old, element)) continue;
            Object was = i < old.size() ? old.get(i) : null;
            // A record that the liar has not changed keeps its signature.
            if (was != null && was.getClass() == element.getClass())
                made.set(i, signed(was, element, liar, dice));
        }
        return List.copyOf(made);
    }

    private static boolean contains(List<?> list, Object element) {
        for (Object each : list) if (each == element) return true;
        return false;
    }

    private boolean sign(Shape shape, Object[] values, int liar, Rng dice) {
        boolean signs = false;
        for (int i = 0; i < values.length; i++) {
            if (!shape.parts().get(i).isSignature() || dice.chance(UNSIGNED_SHARE)) continue;
            int signer = signer(shape, values, liar, dice);
            if (signer == 0) continue;
            values[i] = signatures.apply(signer);
            signs = true;
        }
        return signs;
    }

    /** Id of the member whose signature the record needs; 0 if the forge cannot create the signature of this member. */
    private int signer(Shape shape, Object[] values, int liar, Rng dice) {
        for (int i = 0; i < values.length; i++) {
            String name = shape.parts().get(i).name();
            boolean names = name.equals("member") || name.equals("origin") || name.equals("signer");
            if (!names || !(values[i] instanceof Integer id)) continue;
            if (lies.test(id)) return id;
            if (dice.chance(0.3)) return 0;
            values[i] = liar;
            return liar;
        }
        return liar;
    }

    /**
     * Returns records that differ from {@code record} in one component, with a few other values for each component. The
     * changed records are signed by the liar.
     */
    public List<Object> all(Object record, int liar, LiarMemory known) {
        List<Object> all = new ArrayList<>();
        Rng fixed = new Rng(1);
        for (Object other : variants(record, known, 0)) {
            Object made = signed(record, other, liar, fixed);
            if (!all.contains(made)) all.add(made);
        }
        return all;
    }

    private List<Object> variants(Object record, LiarMemory known, int depth) {
        Shape shape = Shape.of(record.getClass());
        List<Object> variants = new ArrayList<>();
        for (int i = 0; i < shape.parts().size(); i++) {
            Object value = shape.get(record, i);
            for (Object other : candidates(shape.parts().get(i), value, known, depth)) {
                Object made = shape.with(record, i, other);
                if (made != null && !made.equals(record)) variants.add(made);
            }
        }
        return variants;
    }

    private List<Object> candidates(Part part, Object value, LiarMemory known, int depth) {
        List<Object> some = new ArrayList<>();
        if (value instanceof Long n) {
            for (long other : known.numbers(part.name())) some.add(other);
            some.add(n + 1);
            some.add(n - 1);
        } else if (value instanceof Integer n) {
            for (long other : known.numbers(part.name())) some.add((int) other);
            some.add(n + 1);
        } else if (value instanceof Boolean b) {
            some.add(!b);
        } else if (value instanceof byte[] b) {
            some.addAll(known.bytes(part.name()));
            some.add(new byte[b.length]);
        } else if (value instanceof Enum<?> e) {
            some.addAll(Arrays.asList(e.getDeclaringClass().getEnumConstants()));
        } else if (value instanceof Record r) {
            some.addAll(Shape.of(r.getClass()).constants());
            some.addAll(known.records(r.getClass()));
            if (depth < DEPTH_MAX) some.addAll(variants(r, known, depth + 1));
        } else if (value instanceof List<?> list) {
            some.add(List.of());
            for (int i = 0; i < Math.min(list.size(), LIST_MAX); i++) {
                List<Object> shorter = new ArrayList<>(list);
                shorter.remove(i);
                some.add(List.copyOf(shorter));
                if (!(list.get(i) instanceof Record r) || depth >= DEPTH_MAX) continue;
                for (Object other : variants(r, known, depth + 1)) {
                    List<Object> changed = new ArrayList<>(list);
                    changed.set(i, other);
                    some.add(List.copyOf(changed));
                }
            }
        }
        some.removeIf(other -> other.equals(value));
        return some.size() > CANDIDATES_MAX
                        && !(value instanceof List)
                        && !(value instanceof Record)
                ? some.subList(0, CANDIDATES_MAX)
                : some;
    }
}

package io.abcast.jgroups;

import io.abcast.ordering.Ordering;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jgroups.annotations.Property;
import org.jgroups.stack.Protocol;

/** The JGroups protocols that can order the entries of a partition's log. */
final class LogElements {
    static final String DEFAULT = "ZAB";

    /** Attributes that {@link CAMU} sets for its logs, or that have no effect in the log of a partition. */
    static final List<String> SET_BY_HOST =
            List.of(
                    "members",
                    "server_id",
                    "joining",
                    "data_dir",
                    "durability",
                    "request_timeout",
                    "pending_max",
                    "pending_bytes_max",
                    "inbox_bytes_max",
                    "id_check_timeout",
                    "wire_version",
                    "bootstrap",
                    "payload_bytes_max",
                    "snapshot_every_bytes",
                    "snapshot_chunk_bytes",
                    "cast_snapshot_bytes_min");

    private static final Map<String, Supplier<AbcastProtocol>> MAKERS = makers();

    private LogElements() {}

    private static Map<String, Supplier<AbcastProtocol>> makers() {
        Map<String, Supplier<AbcastProtocol>> makers = new TreeMap<>();
        makers.put(DEFAULT, ZAB::new);
        makers.put("ZAB_AC", ZAB_AC::new);
        makers.put("ZAB_AA_LITE", ZAB_AA_LITE::new);
        makers.put("ZAB_CT_LITE", ZAB_CT_LITE::new);
        makers.put("ZAB_AA", ZAB_AA::new);
        makers.put("ZAB_CT", ZAB_CT::new);
        makers.put("ZAB_AUTO", ZAB_AUTO::new);
        makers.put(Ordering.PAXOS, PAXOS::new);
        makers.put(Ordering.FAST_PAXOS, FAST_PAXOS::new);
        return makers;
    }

    static List<String> names() {
        return List.copyOf(MAKERS.keySet());
    }

    static AbcastProtocol make(String host, String name) {
        Supplier<AbcastProtocol> maker = MAKERS.get(name);
        if (maker != null) return maker.get();
        String why =
                switch (name) {
                    case Ordering.FBP ->
                            "; the streams between partitions do not tolerate servers that lie";
                    case Ordering.EPAXOS -> "; it has no leader, which each partition needs";
                    default -> "";
                };
        throw new IllegalArgumentException(
                "%s.log: expected one of %s, got %s%s".formatted(host, names(), name, why));
    }

    static AbcastProtocol copy(String host, AbcastProtocol from) {
        String name = from.getClass().getSimpleName();
        AbcastProtocol to = make(host, name);
        for (Class<?> type = from.getClass(); type != Protocol.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getAnnotation(Property.class) == null) continue;
                field.setAccessible(true);
                copy(host, field, from, to);
            }
        }
        return to;
    }

    private static void copy(String host, Field field, AbcastProtocol from, AbcastProtocol to) {
        try {
            Object value = field.get(from);
            Object standard = field.get(to);
            if (!SET_BY_HOST.contains(field.getName())) field.set(to, value);
            else if (!Objects.equals(value, standard))
                throw new IllegalArgumentException(
                        "%s.log.%s: expected no value, because %s sets or ignores it for its logs, got %s"
                                .formatted(host, field.getName(), host, value));
        } catch (IllegalAccessException e) {
            throw new LinkageError("the attribute " + field, e);
        }
    }
}

package io.abcast.ordering.epaxos;

import io.abcast.fuzz.CodecTarget;
import io.abcast.fuzz.Target;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Fuzz targets for parts of the messages and snapshots of EPaxos. The class is in this package because the decoders are
 * package-private.
 */
public final class EpaxosPartTargets {
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private EpaxosPartTargets() {}

    public static List<Target> all() {
        return List.of(keys(), dependencies(), requestTable());
    }

    private static Target keys() {
        return target(
                "keys",
                Keys::read,
                Keys::write,
                Keys.NONE,
                Keys.ALL,
                Keys.writing("a", "\u20AC", "key 7").and(Keys.ALL_READ),
                Keys.reading("a").and(Keys.writing("b")));
    }

    private static Target dependencies() {
        DependenciesBuilder some = new DependenciesBuilder(MEMBERS);
        some.start(Dependencies.upTo(MEMBERS, new long[] {3, 0, 1L << 40}));
        for (int n = 10; n < 40; n++) some.add(n % 3, n).add(0, n);
        return target(
                "dependencies",
                in -> Dependencies.read(in, MEMBERS),
                Dependencies::write,
                Dependencies.none(MEMBERS),
                some.build());
    }

    private static Target requestTable() {
        RequestTable table = new RequestTable(MEMBERS);
        for (int n = 1; n < 40; n++) {
            Incarnation storage = new Incarnation(n % 4, 5);
            long number = n % 5 * 300L + n;
            Request request = Request.of(1 + n % 2, storage, number, List.of(), new byte[1]);
            table.execute(request, new InstanceId(1 + n % 3, 100 * (n % 4) + n));
        }
        return target(
                "request-table",
                in -> RequestTable.read(in, MEMBERS),
                RequestTable::write,
                new RequestTable(MEMBERS),
                table);
    }

    @SafeVarargs
    private static <T> Target target(
            String name, Function<WireReader, T> read, BiConsumer<T, WireWriter> write, T... good) {
        byte[][] seeds = new byte[good.length][];
        for (int i = 0; i < seeds.length; i++) seeds[i] = encoded(good[i], write);
        return CodecTarget.of(
                name,
                bytes -> {
                    WireReader in = new WireReader(bytes);
                    T value = read.apply(in);
                    in.end();
                    return encoded(value, write);
                },
                seeds);
    }

    private static <T> byte[] encoded(T value, BiConsumer<T, WireWriter> write) {
        WireWriter out = new WireWriter(64);
        write.accept(value, out);
        return out.toByteArray();
    }
}

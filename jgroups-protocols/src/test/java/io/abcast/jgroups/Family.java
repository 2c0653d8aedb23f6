package io.abcast.jgroups;

import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lists the protocols of the Zab family, by their names in the registry of Zab's variants, and the shipped stacks. */
public final class Family {
    private Family() {}

    public static List<ZabProtocol> all() {
        return Variants.names().stream().map(Family::make).toList();
    }

    static List<FixedEnsembleProtocol> fixed() {
        return List.of(new PAXOS(), new FAST_PAXOS(), new FBP(), new EPAXOS());
    }

    static List<String> tcpStacks() {
        return Variants.names().stream().map(Family::tcpStack).toList();
    }

    static String tcpStack(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
    }

    static List<String> stacks() {
        List<String> all = new ArrayList<>(tcpStacks());
        all.addAll(
                List.of(
                        "zab-omaha-tcp.xml",
                        "zab-cooper-tcp.xml",
                        "paxos-tcp.xml",
                        "epaxos-tcp.xml",
                        "camu-tcp.xml",
                        "zab-udp.xml",
                        "zab-tls.xml"));
        return all;
    }

    static ZabProtocol make(String name) {
        try {
            return Class.forName("io.abcast.jgroups." + name)
                    .asSubclass(ZabProtocol.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no element for the protocol " + name, e);
        }
    }
}

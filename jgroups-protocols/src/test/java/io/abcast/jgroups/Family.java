package io.abcast.jgroups;

import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lists the protocols of the Zab family, as the registry of their policies names them, and the shipped stacks. */
public final class Family {
    private Family() {}

    /** The elements of the Zab family, ZAB first. */
    public static List<ZabProtocol> all() {
        return Variants.names().stream().map(Family::make).toList();
    }

    /** The protocols whose ensemble never changes. These protocols do not belong to the Zab family. */
    static List<FixedEnsembleProtocol> fixed() {
        return List.of(new PAXOS(), new FAST_PAXOS(), new FBP(), new EPAXOS());
    }

    /** The shipped stacks on TCP without TLS, by file name. */
    static List<String> tcpStacks() {
        return Variants.names().stream().map(Family::tcpStack).toList();
    }

    static String tcpStack(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
    }

    /** All shipped stacks, by file name. */
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

    /** Makes an element with its default attributes. */
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

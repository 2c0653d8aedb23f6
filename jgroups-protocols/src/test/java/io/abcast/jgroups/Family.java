package io.abcast.jgroups;

import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The protocols of the Zab family, from the registry of their policies. */
public final class Family {
    private Family() {}

    /** Their elements, Zab's first. */
    public static List<ZabProtocol> all() {
        return Variants.names().stream().map(Family::make).toList();
    }

    /** The orders by consensus, which are none of the family. */
    static List<ConsensusProtocol> consensus() {
        return List.of(new PAXOS(), new FAST_PAXOS(), new FBP());
    }

    /** Those of the shipped stacks that are on TCP without TLS, by file name. */
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
                        "zab-udp.xml",
                        "zab-tls.xml"));
        return all;
    }

    /** With the attributes that it has without any attribute. */
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

package io.abcast.jgroups.camu;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgroups.Address;

/**
 * The addresses of the other servers at one moment. Immutable, so that all event loops can share one record.
 *
 * @param byId address and highest frame version of each known server, by server id
 * @param byAddress server id of the server at each known address
 */
record ServerAddresses(Map<Integer, Contact> byId, Map<Address, Integer> byAddress) {
    static final ServerAddresses NONE = new ServerAddresses(Map.of(), Map.of());

    record Contact(Address address, int wireVersion) {}

    Contact contact(int id) {
        return byId.get(id);
    }

    int idAt(Address address) {
        return byAddress.getOrDefault(address, 0);
    }

    /** Returns a text such as {@code 1=A 2=? 3=C}, also with known servers outside of {@code servers}. */
    String describe(Set<Integer> servers, int self, Address local) {
        Set<Integer> all = new TreeSet<>(servers);
        all.addAll(byId.keySet());
        StringBuilder text = new StringBuilder();
        for (int id : all) {
            Contact contact = byId.get(id);
            Object address = id == self ? local : contact == null ? "?" : contact.address();
            text.append(text.length() == 0 ? "" : " ").append(id).append('=').append(address);
        }
        return text.toString();
    }

    String describeVersions(int self, int ownVersion) {
        Map<Integer, Integer> all = new TreeMap<>();
        byId.forEach((id, contact) -> all.put(id, contact.wireVersion()));
        all.put(self, ownVersion);
        StringBuilder text = new StringBuilder();
        all.forEach(
                (id, version) ->
                        text.append(text.length() == 0 ? "" : " ")
                                .append(id)
                                .append('=')
                                .append(version));
        return text.toString();
    }
}

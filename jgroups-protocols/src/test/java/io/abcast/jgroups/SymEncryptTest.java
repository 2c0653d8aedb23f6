package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.InvalidAlgorithmParameterException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/**
 * Shows why no stack of abcast relies on JGroups' encryption. If an attack ever fails, docs/security.md must be
 * reviewed.
 */
final class SymEncryptTest {
    private static final short ENCRYPT_ID = ClassConfigurator.getProtocolId(SYM_ENCRYPT.class);
    private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);
    private static final short TP_ID = ClassConfigurator.getProtocolId(TP.class);
    private static final int IV_BYTES = 16;

    private static final String GROUP = "239.10.14.10";

    private static final byte[] PAYLOAD =
            "secret text of the members; ".repeat(200).getBytes(StandardCharsets.US_ASCII);

    private static final int PIECE_BYTES = 16;

    private static TestCluster cluster(int port) {
        return cluster(port, true);
    }

    private static TestCluster cluster(int port, boolean encrypted) {
        return new TestCluster(
                ShippedStack.CONFIG.resolve("zab-udp.xml").toString(),
                "1,2,3",
                (id, channel) -> {
                    ((UDP) channel.getProtocolStack().getTransport()).setMulticastPort(port);
                    if (encrypted) encrypt(channel, "AES/CBC/PKCS5Padding");
                });
    }

    private static void encrypt(JChannel channel, String algorithm) {
        SYM_ENCRYPT encryption = new SYM_ENCRYPT();
        encryption.symAlgorithm(algorithm);
        encryption.symIvLength(IV_BYTES);
        byte[] key = new byte[16];
        Arrays.fill(key, (byte) 7);
        encryption.setSecretKey(new SecretKeySpec(key, "AES"));
        encryption.symAlgorithm(algorithm);
        try {
            ProtocolStack stack = channel.getProtocolStack();
            stack.insertProtocol(encryption, ProtocolStack.Position.ABOVE, TP.class);
            encryption.init();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<SocketAddress, List<byte[]>> sniff(int port, int senders) throws Exception {
        Map<SocketAddress, List<byte[]>> heard = new HashMap<>();
        try (MulticastSocket socket = listen(port)) {
            int messages = 0;
            while (heard.size() < senders || messages < 20) {
                DatagramPacket packet = receive(socket);
                heard.computeIfAbsent(packet.getSocketAddress(), a -> new ArrayList<>())
                        .add(bytes(packet));
                messages++;
            }
        }
        return heard;
    }

    private static MulticastSocket listen(int port) throws IOException {
        MulticastSocket socket = new MulticastSocket(port);
        socket.setSoTimeout(30_000);
        socket.joinGroup(
                new InetSocketAddress(GROUP, port),
                NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()));
        return socket;
    }

    private static DatagramPacket receive(MulticastSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
        socket.receive(packet);
        return packet;
    }

    private static byte[] bytes(DatagramPacket packet) {
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    private static List<byte[]> sniffPayload(boolean encrypted) throws Exception {
        int port = ShippedStack.freePorts(1);
        List<byte[]> heard = new ArrayList<>();
        try (TestCluster cluster = cluster(port, encrypted).startAll();
                MulticastSocket socket = listen(port)) {
            // The payload is sent more than once, because no protocol resends a datagram that only
            // the recording socket lost.
            for (int i = 0; i < 10; i++)
                cluster.channel(1).send(new BytesMessage(null, PAYLOAD.clone()));
            do heard.add(bytes(receive(socket)));
            while (heard.get(heard.size() - 1).length < PAYLOAD.length);
        }
        return heard;
    }

    private static boolean containPiece(List<byte[]> packets) {
        String payload = new String(PAYLOAD, StandardCharsets.ISO_8859_1);
        for (byte[] packet : packets) {
            String text = new String(packet, StandardCharsets.ISO_8859_1);
            for (int i = 0; i + PIECE_BYTES <= text.length(); i++)
                if (payload.contains(text.substring(i, i + PIECE_BYTES))) return true;
        }
        return false;
    }

    private static List<Message> messages(byte[] packet) throws Exception {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(packet));
        in.readShort();
        byte flags = in.readByte();
        List<Message> messages = new ArrayList<>();
        if ((flags & TP.LIST) != TP.LIST) messages.add(Util.readMessage(in));
        else
            for (MessageBatch batch : Util.readMessageBatch(in, true))
                if (batch != null) for (Message message : batch) messages.add(message);
        return messages;
    }

    @Test
    void noBlockOfAPayloadIsVisibleOnTheNetwork() throws Exception {
        assertFalse(containPiece(sniffPayload(true)));
    }

    @Test
    void withoutEncryptionPayloadsAreVisible() throws Exception {
        assertTrue(containPiece(sniffPayload(false)));
    }

    @Test
    void replayedMulticastsHaveNoEffect() throws Exception {
        int port = ShippedStack.freePorts(1);
        try (TestCluster cluster = cluster(port).startAll();
                DatagramSocket outsider = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            cluster.put(1, "a", "1");
            QuietCluster calm = new QuietCluster(cluster, 1, 2, 3);
            Map<SocketAddress, List<byte[]>> heard = sniff(port, 3);
            for (Map.Entry<SocketAddress, List<byte[]>> sender : heard.entrySet())
                for (byte[] bytes : sender.getValue())
                    for (SocketAddress to : heard.keySet())
                        outsider.send(new DatagramPacket(bytes, bytes.length, to));
            calm.assertKept();
        }
    }

    @Test
    void anAttackerWithOneMessageAndWithoutAKeyCanExpelMembers() throws Exception {
        int port = ShippedStack.freePorts(1);
        try (TestCluster cluster = cluster(port).startAll();
                DatagramSocket outsider = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Map<SocketAddress, List<byte[]>> heard = sniff(port, 3);
            byte[] version = null;
            Set<Address> members = new HashSet<>();
            for (List<byte[]> packets : heard.values())
                for (byte[] packet : packets)
                    for (Message message : messages(packet)) {
                        members.add(message.getSrc());
                        version = ((EncryptHeader) message.getHeader(ENCRYPT_ID)).version();
                    }
            Address coordinator = cluster.channel(1).getView().getCoord();
            Address victim = cluster.channel(3).getAddress();
            assertTrue(members.containsAll(cluster.channel(1).getView().getMembers()));
            assertFalse(victim.equals(coordinator));

            Message leave =
                    new EmptyMessage(coordinator)
                            .setSrc(victim)
                            .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY)
                            .putHeader(GMS_ID, new GMS.GmsHeader(GMS.GmsHeader.LEAVE_REQ, victim))
                            .putHeader(
                                    ENCRYPT_ID,
                                    new EncryptHeader((byte) 0, version, new byte[IV_BYTES]))
                            .putHeader(TP_ID, new TpHeader(cluster.group));
            ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512);
            Util.writeMessage(leave, out, false);
            for (SocketAddress to : heard.keySet())
                outsider.send(new DatagramPacket(out.buffer(), out.position(), to));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> !cluster.channel(1).getView().containsMember(victim),
                    cluster::toString);
        }
    }

    @Test
    void noModeThatAuthenticatesCanBeConfigured() {
        SYM_ENCRYPT encryption = new SYM_ENCRYPT();
        encryption.setSecretKey(new SecretKeySpec(new byte[16], "AES"));
        encryption.symAlgorithm("AES/GCM/NoPadding");
        encryption.symIvLength(12);
        encryption.setAddress(Util.createRandomAddress("A"));
        Message message = new BytesMessage(null, new byte[10]);
        Exception e =
                assertThrows(
                        InvalidAlgorithmParameterException.class,
                        () -> {
                            encryption.init();
                            EncryptProbe.encrypt(encryption, message);
                        });
        assertTrue(e.getMessage().contains("GCM"), e::toString);
    }

    /**
     * Calls the encryption of JGroups directly, because a stack only logs a failed encryption and drops the message.
     */
    private static final class EncryptProbe {
        static void encrypt(SYM_ENCRYPT encryption, Message message) throws Exception {
            java.lang.reflect.Method encrypt =
                    org.jgroups.protocols.Encrypt.class.getDeclaredMethod("encrypt", Message.class);
            encrypt.setAccessible(true);
            try {
                encrypt.invoke(encryption, message);
            } catch (java.lang.reflect.InvocationTargetException e) {
                throw (Exception) e.getCause();
            }
        }
    }
}

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.time.Duration;
import org.jgroups.JChannel;

public class Hello {
    public static void main(String[] args) throws Exception {
        JChannel channel = new JChannel("config/zab-tcp.xml");
        try (var map = ReplicatedMap.on(channel, Codec.STRING, Codec.STRING)) { // before connect
            channel.connect("hello");
            map.broadcast().awaitActive(Duration.ofMinutes(1));
            map.put("last", "server " + map.broadcast().id()).get(); // a quorum has logged it
            System.out.println(map.getLinearizable("last").get());
            System.in.read(); // Enter leaves
        }
    }
}

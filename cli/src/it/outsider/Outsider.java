import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;

/** One process of three that share a replicated map. */
public final class Outsider {
    public static void main(String[] args) throws Exception {
        String me = System.getProperty("my.id");
        JChannel channel = new JChannel("my-stack.xml");
        try (ReplicatedMap<String, String> map = ReplicatedMap.on(channel, Codec.STRING, Codec.STRING)) {
            channel.connect("outsiders");
            if (!map.broadcast().awaitActive(Duration.ofSeconds(60))) throw new IllegalStateException("no leader");
            for (int i = 0; i < 100; i++) map.put(me + "/" + i, "by " + me).get(30, TimeUnit.SECONDS);
            map.put("done/" + me, "yes").get(30, TimeUnit.SECONDS);
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (map.size() < 303 && System.nanoTime() < deadline) Thread.sleep(20);
            map.getLinearizable("done/" + me).get(30, TimeUnit.SECONDS);
            TreeMap<String, String> sorted = new TreeMap<>();
            map.forEach((key, value) -> {
                if (!key.startsWith("gone/")) sorted.put(key, value);
            });
            System.out.println("map: " + sorted.size() + " keys, hash " + sorted.hashCode());
            // If one of the three processes ended too early, the other two would lose their quorum
            // while they still print.
            map.put("gone/" + me, "yes").get(30, TimeUnit.SECONDS);
            while (map.size() < 306 && System.nanoTime() < deadline) Thread.sleep(20);
        }
    }
}

package io.abcast.cast;

import io.abcast.bulk.BulkTransfer;
import io.abcast.command.CommandFailedException;
import io.abcast.jgroups.COOPER;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jgroups.JChannel;

/** @param channel JGroups channel of the member; {@code null} if the member uses plain TCP */
record BulkMember(BulkTransfer transfer, JChannel channel) implements AutoCloseable {
    private static final String CLUSTER = "abcast-cast";

    static BulkMember inChannel(Path config, int id, Consumer<String> notes) throws IOException {
        System.setProperty("abcast.id", String.valueOf(id));
        JChannel channel = null;
        try {
            channel = new JChannel(config.toString());
            COOPER cooper = channel.getProtocolStack().findProtocol(COOPER.class);
            if (cooper == null)
                throw new CommandFailedException(
                        config + ": expected io.abcast.jgroups.COOPER in the stack");
            cooper.notes(notes);
            channel.connect(CLUSTER);
            return new BulkMember(cooper.transfer(), channel);
        } catch (CommandFailedException e) {
            throw e;
        } catch (Exception e) {
            if (channel != null) channel.close();
            String cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            throw new IOException(config + ": " + e.getMessage() + cause, e);
        }
    }

    @Override
    public void close() throws IOException {
        if (channel == null) transfer.close();
        else channel.close();
    }
}

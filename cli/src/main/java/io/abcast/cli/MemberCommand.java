package io.abcast.cli;

import io.abcast.client.admin.MemberChanger;
import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.command.SecondsConverter;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code abcast member}: lists and changes the members of a running cluster. */
@Command(
        name = "member",
        description = "List or change the members of a running cluster.",
        synopsisSubcommandLabel = "list|add|promote|demote|remove",
        subcommands = {
            MemberCommand.ListMembers.class,
            MemberCommand.Add.class,
            MemberCommand.Promote.class,
            MemberCommand.Demote.class,
            MemberCommand.Remove.class
        })
final class MemberCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected list, add, promote, demote or remove");
    }

    abstract static class OnCluster implements Callable<Integer> {
        private static final int SERVERS_MAX = 64;

        @Spec CommandSpec spec;

        @Option(
                names = "--servers",
                paramLabel = "HOST:PORT,...",
                split = ",",
                defaultValue = "127.0.0.1:7101,127.0.0.1:7102,127.0.0.1:7103",
                description =
                        "Client ports of the servers, which are asked in this order. Default: ${DEFAULT-VALUE}.")
        private List<String> servers;

        @Option(
                names = "--timeout",
                defaultValue = "60",
                paramLabel = "SECONDS",
                converter = SecondsConverter.class,
                description =
                        "Maximum wait until a change is possible, for example until a new member has caught up."
                                + " Default: ${DEFAULT-VALUE}.")
        private double timeout;

        @Option(
                names = "--client-keys",
                paramLabel = "DIR",
                description =
                        "Use TLS with the keys in DIR: client-NAME.p12 and trust.p12. Password: environment variable"
                                + " ABCAST_KEYSTORE_PASSWORD. Default: no TLS.")
        private Path keys;

        @Option(
                names = "--client-name",
                defaultValue = "operator",
                paramLabel = "NAME",
                description =
                        "Name of the client key to use with --client-keys. Default: ${DEFAULT-VALUE}.")
        private String name;

        @Mixin JsonOption json;

        @Override
        public final Integer call() {
            List<InetSocketAddress> addresses = addresses();
            if (!(timeout >= 0 && timeout <= 86_400))
                throw wrong("--timeout: expected 0 to 86400 seconds, got " + timeout);
            check();
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            Duration patience = Duration.ofMillis(Math.round(timeout * 1e3));
            try (MemberChanger changer =
                    new MemberChanger(addresses, keys, name, patience, line -> tell(err, line))) {
                MemberChanger.Answer members = run(changer, line -> tell(err, line));
                if (json.printsText()) print(members, out);
                json.write(out, toJson(members));
                return 0;
            } catch (IOException e) {
                throw new CommandFailedException(String.valueOf(e.getMessage()), e);
            } finally {
                out.flush();
            }
        }

        void check() {}

        abstract MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException;

        private List<InetSocketAddress> addresses() {
            if (servers.size() > SERVERS_MAX)
                throw wrong(
                        "--servers: expected at most " + SERVERS_MAX + ", got " + servers.size());
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (String server : servers) {
                String text = server.strip();
                int colon = text.lastIndexOf(':');
                String port = text.substring(colon + 1);
                if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535)
                    throw wrong("--servers: expected host:port,..., got " + server);
                String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
                addresses.add(new InetSocketAddress(host, Integer.parseInt(port)));
            }
            return addresses;
        }

        final ParameterException wrong(String what) {
            return new ParameterException(spec.commandLine(), what);
        }

        private static void tell(PrintWriter err, String line) {
            err.println(line);
            err.flush();
        }

        private static void print(MemberChanger.Answer reply, PrintWriter out) {
            Membership members = reply.members();
            out.println("voters     " + list(members.voterIds()));
            out.println("observers  " + list(members.observerIds()));
            out.println("quorum     " + members.quorum());
            out.println("leader     " + (reply.leader() == 0 ? "unknown" : reply.leader()));
            if (!reply.pendingChange().isEmpty())
                out.println("pending    " + reply.pendingChange());
            out.println("versions   " + reply.wireVersions());
        }

        private static String list(int[] ids) {
            if (ids.length == 0) return "none";
            return String.join(",", Arrays.stream(ids).mapToObj(Integer::toString).toList());
        }

        private static JsonText toJson(MemberChanger.Answer reply) {
            JsonText json = new JsonText().open('{').key("command").value("member");
            ids(json.key("voters"), reply.members().voterIds());
            ids(json.key("observers"), reply.members().observerIds());
            return json.key("quorum")
                    .value(reply.members().quorum())
                    .key("leader")
                    .value(reply.leader())
                    .key("pending_change")
                    .value(reply.pendingChange())
                    .key("wire_versions")
                    .value(reply.wireVersions())
                    .close('}');
        }

        private static void ids(JsonText json, int[] ids) {
            json.open('[');
            for (int id : ids) json.value(id);
            json.close(']');
        }
    }

    @Command(name = "list", description = "List the voters, the observers and the leader.")
    static final class ListMembers extends OnCluster {
        @Override
        MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException {
            return changer.list();
        }
    }

    abstract static class OnMember extends OnCluster {
        @Parameters(paramLabel = "ID", description = "Id of the server.")
        int id;

        @Override
        final void check() {
            if (id < 1 || id > Membership.ID_MAX)
                throw wrong("ID: expected 1 to " + Membership.ID_MAX + ", got " + id);
        }
    }

    @Command(
            name = "add",
            description = {
                "Add a server as a voter: first as an observer and, when it has caught up, as a voter.",
                "Start the server first, with --joining and with the same --members as the other servers. An"
                        + " interrupted command can be repeated."
            })
    static final class Add extends OnMember {
        @Option(names = "--observer", description = "Keep the server an observer.")
        private boolean observer;

        @Override
        MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException {
            MemberChanger.Answer now = changer.list();
            Membership members = now.members();
            boolean observes = members.contains(id) && !members.votes(members.rank(id));
            if (!observes) {
                now = changer.change(new MembershipChange(Kind.ADD_OBSERVER, id));
                progress.accept("server " + id + " is an observer: members " + now.members());
            }
            return observer ? now : changer.change(new MembershipChange(Kind.PROMOTE, id));
        }
    }

    @Command(name = "promote", description = "Make an observer a voter when it has caught up.")
    static final class Promote extends OnMember {
        @Override
        MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException {
            return changer.change(new MembershipChange(Kind.PROMOTE, id));
        }
    }

    @Command(name = "demote", description = "Make a voter an observer.")
    static final class Demote extends OnMember {
        @Override
        MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException {
            return changer.change(new MembershipChange(Kind.DEMOTE, id));
        }
    }

    @Command(
            name = "remove",
            description = {
                "Remove a voter or observer from the ensemble, whether it runs or not.",
                "A running server keeps running without serving requests; stop it after the removal."
            })
    static final class Remove extends OnMember {
        @Override
        MemberChanger.Answer run(MemberChanger changer, Consumer<String> progress)
                throws IOException {
            return changer.change(new MembershipChange(Kind.REMOVE, id));
        }
    }
}

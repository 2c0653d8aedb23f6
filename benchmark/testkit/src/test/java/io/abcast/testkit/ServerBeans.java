package io.abcast.testkit;

import com.sun.tools.attach.VirtualMachine;
import java.util.Set;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads attributes of a server's process over JMX. */
final class ServerBeans {
    private ServerBeans() {}

    interface Question<T> {
        T ask(MBeanServerConnection beans) throws Exception;
    }

    static long count(ServerProcess server, String bean, String attribute) throws Exception {
        return ask(
                server,
                beans -> {
                    Set<ObjectName> found = beans.queryNames(new ObjectName(bean), null);
                    if (found.size() != 1)
                        throw new AssertionError(bean + ": expected one bean, got " + found);
                    return ((Number) beans.getAttribute(found.iterator().next(), attribute))
                            .longValue();
                });
    }

    // The JMX connection is safe, because the other end is a server that a test has started.
    @SuppressWarnings("BanJNDI")
    static <T> T ask(ServerProcess server, Question<T> question) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(server.pid()));
        JMXServiceURL url;
        try {
            url = new JMXServiceURL(machine.startLocalManagementAgent());
        } finally {
            machine.detach();
        }
        try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
            return question.ask(connector.getMBeanServerConnection());
        }
    }
}

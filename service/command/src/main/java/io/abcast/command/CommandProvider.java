package io.abcast.command;

/**
 * One command of {@code abcast}. The command line finds the providers on its class path with {@link
 * java.util.ServiceLoader}, and creates only the requested command. A provider is small, and loads the class of its
 * command only when the command is requested.
 */
public abstract class CommandProvider {
    private final String name;
    private final int place;

    /**
     * Makes a provider.
     *
     * @param name the name of the command, as users type it
     * @param place position in the list of commands; lower places come first
     */
    protected CommandProvider(String name, int place) {
        this.name = name;
        this.place = place;
    }

    public final String name() {
        return name;
    }

    public final int place() {
        return place;
    }

    /**
     * Creates an object of the command's class, which has {@code @Command}. Each provider overrides this method,
     * because a method reference passed to the constructor would load the class.
     */
    public abstract Object command();
}

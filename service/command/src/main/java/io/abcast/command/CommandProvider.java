package io.abcast.command;

/**
 * One command of {@code abcast}. The command line finds the providers on its class path by {@link java.util.ServiceLoader} and makes the
 * command that is asked for, no other: a provider is small, and loads no class of its command.
 */
public abstract class CommandProvider {
    private final String name;
    private final int place;

    /**
     * @param name what users type
     * @param place where it stands in the list of commands: those of lower places come before
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

    /** A new object of the command's class, which has {@code @Command}. A method reference in place of this method would load the class. */
    public abstract Object command();
}

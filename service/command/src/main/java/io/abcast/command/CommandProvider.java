package io.abcast.command;

/**
 * Provides one command of {@code abcast}. The command line finds the providers on its class path with {@link
 * java.util.ServiceLoader}. The class of a command, which may be expensive to load, is loaded only if the user calls
 * the command.
 */
public abstract class CommandProvider {
    private final String name;
    private final int place;

    /**
     * Makes a provider of one command.
     *
     * @param name the name of the command, as users type it
     * @param place position of the command in the list of commands; commands with lower positions come first
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
     * Creates an object of the command's class, which has the annotation {@code @Command}. A constructor argument in
     * place of this method would not do, because a method reference would load the command's class.
     */
    public abstract Object command();
}

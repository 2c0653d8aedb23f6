package io.abcast.cli;

import io.abcast.command.CommandProvider;

/** Provides the commands of the module cli, which run no servers or measurements. */
public final class OwnCommands {
    private OwnCommands() {}

    /** Provider of {@code abcast status}. */
    public static final class Status extends CommandProvider {
        public Status() {
            super("status", 20);
        }

        @Override
        public Object command() {
            return new StatusCommand();
        }
    }

    /** Provider of {@code abcast member}. */
    public static final class Member extends CommandProvider {
        public Member() {
            super("member", 30);
        }

        @Override
        public Object command() {
            return new MemberCommand();
        }
    }

    /** Provider of {@code abcast coin}. */
    public static final class Coin extends CommandProvider {
        public Coin() {
            super("coin", 100);
        }

        @Override
        public Object command() {
            return new CoinCommand();
        }
    }

    /** Provider of {@code abcast forest}. */
    public static final class Forest extends CommandProvider {
        public Forest() {
            super("forest", 105);
        }

        @Override
        public Object command() {
            return new ForestCommand();
        }
    }

    /** Provider of {@code abcast log}. */
    public static final class Log extends CommandProvider {
        public Log() {
            super("log", 110);
        }

        @Override
        public Object command() {
            return new LogCommand();
        }
    }

    /** Provider of {@code abcast help}. */
    public static final class Help extends CommandProvider {
        public Help() {
            super("help", 150);
        }

        @Override
        public Object command() {
            return new HelpCommand();
        }
    }
}

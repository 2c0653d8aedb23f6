package io.abcast.jgroups;

import io.abcast.driver.Failure;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.zab.ZabStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.ManagedOperation;

/**
 * The membership of the ensemble, and the operations that change the membership over JMX and JGroups' probe. An
 * operation waits until the change is committed or refused, at most for {@code request_timeout}. Programs change the
 * membership with {@link AtomicBroadcast#changeMembership}.
 */
public abstract class ZabMembership extends ZabSettings {
    @Override
    public abstract ZabStatus status();

    private <T> T members(Function<ZabStatus, T> get, T without) {
        ZabStatus s = status();
        return s == null ? without : get.apply(s);
    }

    @ManagedAttribute(description = "Server ids of the voters, as far as this member knows")
    public String getVoters() {
        return members(s -> list(s.members().voterIds()), "");
    }

    @ManagedAttribute(
            description =
                    "Server ids of the observers, which receive all entries and never vote, as far as this member"
                            + " knows")
    public String getObservers() {
        return members(s -> list(s.members().observerIds()), "");
    }

    @ManagedAttribute(
            description =
                    "Membership change in this member's log that is not known to be committed; empty without such a"
                            + " change")
    public String getPendingChange() {
        return members(ZabStatus::pendingChange, "");
    }

    private static String list(int[] ids) {
        StringBuilder s = new StringBuilder();
        for (int id : ids) s.append(s.length() == 0 ? "" : ",").append(id);
        return s.toString();
    }

    @ManagedOperation(
            description =
                    "Adds a server that was started with joining=true as an observer, which receives all entries and"
                            + " never votes")
    public String addObserver(int id) {
        return now(Kind.ADD_OBSERVER, id);
    }

    @ManagedOperation(
            description =
                    "Makes an observer a voter; refused while the observer lags behind the leader")
    public String promote(int id) {
        return now(Kind.PROMOTE, id);
    }

    @ManagedOperation(description = "Makes a voter an observer")
    public String demote(int id) {
        return now(Kind.DEMOTE, id);
    }

    @ManagedOperation(
            description = "Removes a member from the ensemble, whether the member runs or not")
    public String remove(int id) {
        return now(Kind.REMOVE, id);
    }

    /** Blocks until the change is committed or refused, so it must not be called on the event loop. */
    private String now(Kind kind, int id) {
        CompletableFuture<Membership> done = new CompletableFuture<>();
        change(
                new MembershipChange(kind, id),
                new AbcastCallback() {
                    @Override
                    public void onDelivered(long zxid, Object result) {
                        done.complete((Membership) result);
                    }

                    @Override
                    public void onFailed(AbcastException why) {
                        done.completeExceptionally(why);
                    }
                });
        try {
            // The event loop answers within request_timeout; a busy one may need one second more.
            return "members: " + done.get(request_timeout + 1000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        } catch (TimeoutException e) {
            return getName() + ": no answer, " + Failure.effect(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return getName() + ": interrupted, " + Failure.effect(true);
        }
    }
}

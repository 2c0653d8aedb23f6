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
 * Who the members of the ensemble are, and how operators change that, over JMX and JGroups' probe. An operation waits until the
 * change holds or is refused, {@code request_timeout} at most, and says which in one line. Programs use {@link
 * AtomicBroadcast#changeMembership}.
 */
public abstract class ZabMembership extends ZabSettings {
    @Override
    public abstract ZabStatus status();

    private <T> T members(Function<ZabStatus, T> get, T without) {
        ZabStatus s = status();
        return s == null ? without : get.apply(s);
    }

    @ManagedAttribute(
            description = "Server ids of the members that vote, as this member knows them")
    public String getVoters() {
        return members(s -> list(s.members().voterIds()), "");
    }

    @ManagedAttribute(
            description =
                    "Server ids of the members that learn everything and never vote, as this member knows them")
    public String getObservers() {
        return members(s -> list(s.members().observerIds()), "");
    }

    @ManagedAttribute(
            description =
                    "The change of the membership in this member's log that is not known to be committed; empty if none")
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
                    "Makes a server that is started, with joining=true, an observer: it learns everything and never votes")
    public String addObserver(int id) {
        return now(Kind.ADD_OBSERVER, id);
    }

    @ManagedOperation(
            description =
                    "Makes an observer a voter; refused while it is not close behind the leader")
    public String promote(int id) {
        return now(Kind.PROMOTE, id);
    }

    @ManagedOperation(description = "Makes a voter an observer")
    public String demote(int id) {
        return now(Kind.DEMOTE, id);
    }

    @ManagedOperation(description = "Takes a member out of the ensemble, whether it runs or not")
    public String remove(int id) {
        return now(Kind.REMOVE, id);
    }

    /** Blocks; never called by the loop. */
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
            // The loop answers in time; the second is for a loop that is busy.
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

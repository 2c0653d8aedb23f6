package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import java.util.List;

/** Members that are broken in one place, for tests that must fail. */
public final class BrokenFbp {
    private BrokenFbp() {}

    private static Fbp with(Ports ports, FbpQuorums quorums, Signer signer, FbpAcceptor acceptor) {
        return new Fbp(ports, quorums, signer, acceptor, new FbpLearner(quorums));
    }

    /** Believes whoever leads, whatever the certificate says and whoever has asked for the value. */
    public static Fbp credulous(Ports ports, FbpQuorums quorums, Signer signer) {
        return with(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, signer) {
                    @Override
                    boolean mayAccept(long slot, Value value, Report.Vote before, boolean isHeard) {
                        return true;
                    }
                });
    }

    /** Takes any reports for a certificate, also too few and forged ones. */
    static Fbp unverifying(Ports ports, FbpQuorums quorums, Signer signer) {
        return with(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, signer) {
                    @Override
                    boolean isValid(Certificate shown, long ofRegency, Membership members) {
                        return true;
                    }
                });
    }

    /** Reports its votes of a window below the last slot it has applied, without a proof that others need no more. */
    static Fbp forgetful(Ports ports, FbpQuorums quorums, Signer signer) {
        return with(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, signer) {
                    @Override
                    Report report(int member) {
                        Report all = super.report(member);
                        long from = ports.applied() - ports.config().window();
                        List<Report.Vote> some =
                                all.votes().stream().filter(vote -> vote.slot() > from).toList();
                        return Report.signed(member, all.regency(), all.checkpoint(), some, signer);
                    }
                });
    }

    /** Decides with one vote less than it takes. */
    static Fbp hasty(Ports ports, FbpQuorums quorums, Signer signer) {
        return new Fbp(
                ports,
                quorums,
                signer,
                new FbpAcceptor(quorums, signer),
                new FbpLearner(quorums) {
                    @Override
                    boolean isQuorum(int acceptors) {
                        return super.isQuorum(acceptors + 1);
                    }
                });
    }
}

/**
 * EPaxos (Ryabinin, Gotsman and Sutra 2025): the members decide instances with dependencies by consensus, and execute
 * them in an order that respects the dependencies. The rules of the protocol are in docs/protocols/epaxos.md.
 *
 * <p>Terms of the package epaxos:
 *
 * <ul>
 *   <li>An <em>instance</em> is one decision about a batch of requests. The member that opens the instance is its
 *       <em>origin</em> and its <em>initial coordinator</em>.
 *   <li>The <em>dependencies</em> of an instance are a set X of instances and a <em>frontier</em> phi. The frontier has
 *       one number for each member: all instances of the member up to the number are dependencies.
 *   <li>A <em>fast vote</em> is a vote in ballot 0 for exactly the proposed dependencies. n-e fast votes commit the
 *       instance on the <em>fast path</em>, after one round trip. Without n-e fast votes, the coordinator takes the
 *       <em>slow path</em>, which needs a second round trip.
 *   <li>A <em>Nop</em> is the value without requests. A recovery decides Nop if it cannot decide the proposed value
 *       safely.
 *   <li>A member <em>drops</em> (forgets) instances that enough members have executed. The <em>drop line</em> of a
 *       member has, for each origin, the number up to which the member has dropped all instances.
 *   <li>A <em>learner</em> is a member that has lost its storage. A learner executes decisions and never votes again.
 * </ul>
 */
package io.abcast.ordering.epaxos;

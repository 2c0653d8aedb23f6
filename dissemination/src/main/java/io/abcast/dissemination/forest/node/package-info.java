/**
 * ShallowForest's overlays (Tan 2019, sections 4.1 and 6.3): nodes send payloads directly or over one relay, in the
 * shares of a plan. Plans and overlays affect only the speed of a protocol, never its safety.
 */
package io.abcast.dissemination.forest.node;

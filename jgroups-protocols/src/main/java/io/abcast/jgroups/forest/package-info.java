/** The parts of ShallowForest that need libraries or JGroups. */
package io.abcast.jgroups.forest;

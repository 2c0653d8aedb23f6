/**
 * The protocols of this project in the form that the simulator runs, and the searches for failing seeds in virtual
 * time.
 */
package io.abcast.search;

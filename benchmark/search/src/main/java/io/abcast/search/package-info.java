/** The protocols of this project as subjects of a search in virtual time, and the searches for seeds. */
package io.abcast.search;

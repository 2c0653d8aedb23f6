/** The protocols of this project as subjects of a search in virtual time, and who looks for seeds. */
package io.abcast.search;

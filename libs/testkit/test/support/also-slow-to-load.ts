/** A file of its own, so that a process that has run one takes it as the next. */
import "./slow-to-load.ts";

// The two ways in which a call ends without its result.

/** A wrong call: the usage of the command is printed with it. */
export class UsageError extends Error {}

/** The call was right and it cannot be done; the message is one line that a person can act on. */
export class CommandError extends Error {}

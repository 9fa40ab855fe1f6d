/**
 * `drainMs`: how long a server that was told to stop says that it is not ready, and answers all the same; a balancer needs a
 * moment to learn of it. `stopMs`: how long requests and jobs that are under way then may take.
 */
export type StopTimes = { drainMs: number; stopMs: number }

/** The database is closed and its lock released; on a busy machine that takes a moment. */
const closingMs = 3_500

/** After that the process ends itself, whatever it still does. Whoever stops it has to wait longer before they kill. */
export const longestStopMs = ({ drainMs, stopMs }: StopTimes) => drainMs + stopMs + closingMs

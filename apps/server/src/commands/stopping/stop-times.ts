/**
 * `drainMs`: how long a stopping server reports "not ready" but still answers, until load balancers notice. `stopMs`:
 * how long requests and jobs in progress may take after that.
 */
export type StopTimes = { drainMs: number; stopMs: number }

/** The database is closed and its lock released; on a busy machine that takes a moment. */
const closingMs = 3_500

/** The process ends itself after this time. A supervisor must wait longer before it kills. */
export const longestStopMs = ({ drainMs, stopMs }: StopTimes) => drainMs + stopMs + closingMs

import type { Pool } from 'pg'

/** The connection pool's current use. */
export type Connections = { $client: Pick<Pool, 'options' | 'totalCount' | 'idleCount'> }

/** A request that has just come asks its first question three turns of the process later: it is not passed by. */
const turns = 4
/** Continues after this time, or a busy console would block a file forever. */
const patienceMs = 25

/** All who ask it share one connection, as those of the embedded database do. */
export const isShared = ({ $client }: Connections) => $client.options.max === 1

/** Call it before each step of a long task. On a shared connection, waiting requests run first. */
export async function letOthersFirst(db: Connections): Promise<void> {
  if (!isShared(db)) return
  const until = performance.now() + patienceMs
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  while (isTaken(db) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 1))
}

const isTaken = ({ $client }: Connections) => $client.idleCount < $client.totalCount

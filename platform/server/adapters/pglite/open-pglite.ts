import type { PGlite } from '@electric-sql/pglite'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolConfig } from 'pg'
import type { Database } from '../../context'
import { DatabasePool } from '../queries/database-pool'
import { openDrizzle, readNumbers } from '../queries/open-drizzle'
import { createEngine, type EngineOptions } from './pglite-engine'
import { lockFolder } from './pglite-lock'
import { startEngineThread } from './pglite-thread'
import { WireServer, type WireReply } from './wire-server'
import { WireConnections } from './wire-stream'

export type OpenDatabase = { db: Database; pool: Pool; close(): Promise<void> }

/** How long a query waits for the single connection before it fails with "database busy". */
const connectionTimeoutMs = 15_000

/**
 * The embedded database in `folder`, locked against a second process. Refuses when another one holds it. A new one begins
 * with the `snapshot`: making a cluster from nothing takes seconds, and a second engine beside the first.
 */
export async function openPglite(
  folder: string,
  onCrash: (error: Error) => void,
  snapshot: string | undefined = findSnapshot(),
): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true })
  const lock = await lockFolder(folder, { onLost: onCrash })
  try {
    const thread = await startEngineThread({ folder: join(folder, 'data'), snapshot }, onCrash)
    const pool = openPool(thread.connections)
    const close = async () => {
      await pool.end()
      await thread.close()
      await lock.release()
    }
    return { db: openDrizzle(pool), pool, close }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The build puts it beside the server's file; in development there is none. */
function findSnapshot() {
  const file = fileURLToPath(new URL('empty-database.tar', import.meta.url))
  return existsSync(file) ? file : undefined
}

/** An embedded database in this thread: for tests and short tools. */
export async function openPgliteInThread(options: EngineOptions): Promise<OpenDatabase & { engine: PGlite }> {
  const engine = await createEngine(options)
  const connected = connectInThread(engine)
  const close = async () => {
    await connected.close()
    await engine.close()
  }
  return { ...connected, engine, close }
}

/**
 * The ordinary driver on an engine of this thread; `close` leaves the engine running. One at a time. `forgetting`: what
 * each connection begins with.
 */
export function connectInThread(
  engine: PGlite,
  { forgetting, ...options }: Pick<PoolConfig, 'Client'> & { forgetting?: string } = {},
): OpenDatabase {
  const listeners: ((reply: WireReply) => void)[] = []
  // After the engine's call: a driver that throws must not throw into it.
  const hear = (reply: WireReply) => queueMicrotask(() => listeners.forEach((listener) => listener(reply)))
  const server = new WireServer(engine, hear, forgetting)
  const connections = new WireConnections({
    send: (request) => server.answer(request),
    onReply: (listener) => void listeners.push(listener),
  })
  const pool = openPool(connections, options)
  return { db: openDrizzle(pool), pool, close: () => pool.end() }
}

function openPool(connections: WireConnections, options: Pick<PoolConfig, 'Client'> = {}) {
  readNumbers()
  const pool = new DatabasePool({
    ...options,
    max: 1,
    pipeline: true,
    stream: () => connections.connect(),
    user: 'postgres',
    database: 'postgres',
    password: '',
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // A connection that breaks is replaced on the next query; without listeners it would end the process, idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

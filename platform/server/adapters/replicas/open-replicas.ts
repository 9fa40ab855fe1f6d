import type { PoolClient, QueryResult } from 'pg'
import type { Database } from '../../context'
import type { ReadPool, Statement } from '../../reading/batch-reads'
import { DatabaseAway, type ReadPlace, type Replicas } from '../../reading/replicas'
import { openPostgres } from '../postgres'
import { sendTogether } from '../queries/database-pool'
import { openDrizzle } from '../queries/open-drizzle'
import { PrimaryWatch, type WatchLimits } from './primary-watch'
import { Replica, type ReplicaLimits, type Unfit } from './replica'

export type ReplicaOptions = {
  /** The one that is written to. */
  primary: { db: Database; connectionString: string }
  replicas: readonly { connectionString: string; address: string }[]
  pooled: boolean
  aloneMs: number
  limits?: Partial<WatchLimits & ReplicaLimits>
}

const usual = {
  askEveryMs: 500,
  patienceMs: 1_000,
  awayAfterMs: 2_000,
  lackMs: 5_000,
  catchUpMs: 50,
  restMs: { behind: 1_000, away: 5_000 },
} as const

/** Errors that are local to the replica, so another database may answer. */
const passing = /^(08|57P|53|40001|40P01|XX)/

export function openReplicas({ primary, pooled, aloneMs, ...options }: ReplicaOptions): Replicas {
  const limits = { ...usual, ...options.limits, aloneMs }
  // A separate connection: if the pool is exhausted, the primary is busy but available.
  const asking = openPostgres({
    connectionString: primary.connectionString,
    pooled,
    max: 1,
    connectWithinMs: limits.patienceMs,
  })
  const watch = new PrimaryWatch(asking.pool, limits)
  const replicas = options.replicas.map(({ connectionString, address }) => {
    const { pool } = openPostgres({ connectionString, pooled, readOnly: true, connectWithinMs: limits.patienceMs })
    return new Replica(pool, address, pooled, limits)
  })
  const counts = new Map<ReadPlace, number>()
  const note = (place: ReadPlace) => counts.set(place, (counts.get(place) ?? 0) + 1)
  let turn = 0

  type Leased = { client: PoolClient; replica: Replica }
  /** Tries the replicas in rotation. Without a primary it also tries those that were skipped for a while. */
  async function lend(): Promise<Leased | Unfit> {
    const { isAlone } = watch
    const wanted = isAlone ? watch.bearable : watch.latest
    const inTurn = replicas.map((_, index) => replicas[(turn + index) % replicas.length])
    turn += 1
    let why: Unfit = 'away'
    for (const evenTired of isAlone ? [false, true] : [false]) {
      for (const replica of inTurn) {
        const leased = await replica?.lend(wanted, { evenTired })
        if (typeof leased === 'object' && replica) return { client: leased, replica }
        if (typeof leased === 'string') why = leased
      }
    }
    return why
  }

  /** Asks one replica on one connection. The primary answers what the replica failed to answer. */
  async function queryTogether(statements: readonly Statement[]): Promise<PromiseSettledResult<QueryResult>[]> {
    const leased = await lend()
    if (typeof leased === 'string') {
      for (const _ of statements) note(leased)
      return Promise.allSettled(statements.map((statement) => onPrimary(statement)))
    }
    const results = await sendTogether(leased.client, statements)
    leased.replica.giveBack(leased.client, results.some(isReplicaError))
    const answers = results.map(async (result, at) => {
      const statement = statements[at]
      if (result.status === 'rejected' && !isReplicaError(result)) throw result.reason
      note(result.status === 'rejected' ? 'failed' : 'replica')
      if (result.status === 'fulfilled' || !statement) return unwrap(result)
      return onPrimary(statement, result.reason)
    })
    return Promise.allSettled(answers)
  }

  async function query(...statement: Statement): Promise<QueryResult> {
    const [result] = await queryTogether([statement])
    if (!result) throw new DatabaseAway()
    return unwrap(result)
  }

  async function onPrimary(statement: Statement, error: unknown = new DatabaseAway()): Promise<QueryResult> {
    if (watch.isAlone) throw error
    return primary.db.$client.query(...statement)
  }

  /** A broken transaction cannot continue on another connection. The primary is used if it is available. */
  async function connect(): Promise<PoolClient> {
    if (!watch.isAlone) return primary.db.$client.connect()
    const leased = await lend()
    note(typeof leased === 'string' ? leased : 'replica')
    if (typeof leased === 'string') throw new DatabaseAway()
    return leased.client
  }

  const client: ReadPool = Object.create(primary.db.$client, {
    query: { value: query },
    queryTogether: { value: queryTogether },
    connect: { value: connect },
  })
  const reader: Database = openDrizzle(client)

  async function askFirst<T>(ask: (db: Database) => Promise<T>) {
    const elsewhere = async () => ({ answer: await ask(reader), db: reader, isAlone: true })
    if (watch.isAlone) return elsewhere()
    let forget = () => {}
    // A connection that died silently never answers. Without replicas that may answer, the caller hears it too.
    const alone = new Promise<null>((resolve, reject) => {
      forget = watch.onAway(() => (watch.isAlone ? resolve(null) : reject(new DatabaseAway())))
    })
    const requested = ask(primary.db).then((answer) => ({ answer, db: primary.db, isAlone: false }))
    try {
      return (await Promise.race([requested, alone])) ?? (await elsewhere())
    } catch (error) {
      if (!isPassing(error) || (await watch.settle()) !== 'alone') throw error
      return await elsewhere()
    } finally {
      forget()
    }
  }

  return {
    openReader: async () => ((await watch.settle()) === 'lost' ? primary.db : reader),
    askFirst,
    isAlone: () => watch.isAlone,
    canAnswer: () => watch.isBridged,
    count: (place) => counts.get(place) ?? 0,
    async look() {
      const position = (await watch.ask()) ? watch.latest : null
      return Promise.all(replicas.map((replica) => replica.look(position)))
    },
    async close() {
      watch.stop()
      await Promise.all([asking.close(), ...replicas.map((replica) => replica.end())])
    },
  }
}

function unwrap<T>(result: PromiseSettledResult<T>) {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const isReplicaError = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && isPassing(result.reason)

/** No code is a connection that broke; of our own texts and of values that no column takes the code says so. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.cause instanceof Error) return isPassing(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return code === null || passing.test(code) || /^E[A-Z]+$/.test(code)
}

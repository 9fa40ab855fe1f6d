import { is, sql } from 'drizzle-orm'
import { PgAsyncTransaction } from 'drizzle-orm/pg-core'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Services, Transaction } from './context'
import { isDatabaseAway, UnconfirmedCommit } from './database-errors'
import { entangledCodes, type EntangledCode } from './ports'

/** A context also reports if its caller still waits. */
type Caller = Services & Partial<Pick<Context, 'request'>>

export type TransactionOptions = {
  /** False for work that reaches beyond the database, or says something that must not be said twice. */
  repeatable?: boolean
}

/** PostgreSQL looks for a deadlock after a second, so all of this is over before a caller's patience is. */
const limits = { repeats: 3, beginWithinMs: 5_000, pauseMs: 50 } as const

const asSpan = { name: 'transaction', kind: 'internal', isPart: true } as const

/**
 * Runs `work` in one transaction and wakes live readers after the commit. Do not wait for email, files or hashing
 * inside, and use `tx` only. A transaction that conflicts with another is retried from the start, so outside state
 * must be correct for the last run alone.
 */
export async function inTransaction<T>(
  services: Caller,
  work: (tx: Transaction) => Promise<T>,
  { repeatable = true }: TransactionOptions = {},
): Promise<T> {
  // A savepoint cannot be retried alone: the database aborts the whole transaction, and its caller retries it.
  const isNested = is(services.db, PgAsyncTransaction)
  const begin = () => (isNested ? services.db.transaction(work) : runOnce(services, work))
  const run = () => (repeatable && !isNested ? runRepeatedly(services, work) : begin())
  const result = await (services.tracer ? services.tracer.span(asSpan, run) : run())
  services.live.wake()
  return result
}

/** If the connection breaks during the commit, only the database knows its outcome: that is no reason to say "try again". */
async function runOnce<T>({ db }: Caller, work: (tx: Transaction) => Promise<T>) {
  let isCommitting = false
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      isCommitting = true
      return result
    })
  } catch (error) {
    const isTakenBack = entangledCodes.some((code) => hasCode(error, code))
    throw isCommitting && !isTakenBack && isDatabaseAway(error) ? new UnconfirmedCommit(error) : error
  }
}

async function runRepeatedly<T>(services: Caller, work: (tx: Transaction) => Promise<T>) {
  const begun = performance.now()
  let last: EntangledCode | null = null
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await runOnce(services, work)
      if (last) tell(services, 'transaction_repeated', last, attempt)
      return result
    } catch (error) {
      const code = entangledCodes.find((one) => hasCode(error, one))
      if (code && (await mayRepeat(services, begun, attempt))) {
        services.repeats?.add(code)
        last = code
        continue
      }
      if (code ?? last) tell(services, code ? 'transaction_given_up' : 'transaction_repeated', code ?? last, attempt)
      throw error
    }
  }
}

/** After a pause that is another one for each of the two, so that they do not meet again. */
async function mayRepeat({ request }: Caller, begun: number, attempt: number) {
  const ms = randomInt(limits.pauseMs, 2 * limits.pauseMs) * attempt
  if (attempt > limits.repeats || performance.now() + ms - begun > limits.beginWithinMs) return false
  return wait(ms, true, { signal: request?.signal }).catch(() => false)
}

function tell({ log, request }: Caller, event: string, code: string | null, attempt: number) {
  log.warn(event, { requestId: request?.requestId, code, attempt })
}

const uniqueViolation = '23505'

/** Returns false on a unique violation (a concurrent insert won). Earlier work in `tx` persists. */
export async function unlessTaken(
  tx: Transaction,
  write: (savepoint: Transaction) => Promise<unknown>,
): Promise<boolean> {
  try {
    await tx.transaction(write)
    return true
  } catch (error) {
    if (hasCode(error, uniqueViolation)) return false
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === code) || hasCode(error.cause, code)
}

declare const lock: unique symbol

/** A row that this transaction has locked and that is in the caller's scope. */
export type Locked<Row> = Row & { readonly [lock]: true }

/** Marks a row as locked. Only store functions that read `for update` may call it. */
export const held = <Row extends object>(row: Row) => row as Locked<Row>

/** Serializes transactions that lock the same word, such as twelve concurrent clicks on Send. */
export async function lockWord(tx: Transaction, word: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`)
}

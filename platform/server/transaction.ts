import type { Services, Transaction } from './context'

/** Runs `work` in one transaction and wakes the live readers after the commit. Never wait for mail, files or hashing inside. */
export async function inTransaction<T>(services: Services, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await services.db.transaction(work)
  services.live.wake()
  return result
}

const uniqueViolation = '23505'

/** False where a unique index refuses the row: somebody else took it this moment. What came before in `tx` stays. */
export async function unlessTaken(
  tx: Transaction,
  write: (savepoint: Transaction) => Promise<unknown>,
): Promise<boolean> {
  try {
    await tx.transaction(write)
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === uniqueViolation) || isTaken(error.cause)
}

declare const lock: unique symbol

/** A row that this transaction holds: in reach of the caller, and nobody else changes it before the end. */
export type Locked<Row> = Row & { readonly [lock]: true }

/** Said by the functions of a store that read `for update`, and by nobody else. */
export const held = <Row extends object>(row: Row) => row as Locked<Row>

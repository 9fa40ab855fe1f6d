import type { Services, Transaction } from './context'

/** Runs `work` in one transaction and wakes the live readers after the commit. Never wait for mail, files or hashing inside. */
export async function inTransaction<T>(services: Services, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await services.db.transaction(work)
  services.live.wake()
  return result
}

import type { Services } from '@quaff/platform/server'

/** The same, with something that happens just before a transaction begins: after all that was read in front of it. */
export function interleave<T extends Services>(services: T, event: () => Promise<unknown>): T {
  const { db } = services
  const transaction: typeof db.transaction = async (...work) => {
    await event()
    return db.transaction(...work)
  }
  return { ...services, db: Object.assign(Object.create(db), { transaction }) }
}

import type { TestContext } from './test-context'

/** The same request, held up in front of its first transaction until `event` is over: what it has looked at before may be over too. */
export function heldUp(ctx: TestContext, event: () => Promise<unknown>): TestContext {
  const { db } = ctx
  let over: Promise<unknown> | undefined
  const transaction: typeof db.transaction = async (...given) => {
    await (over ??= event())
    return db.transaction(...given)
  }
  return { ...ctx, db: Object.assign(Object.create(db), { transaction }) }
}

import { and, eq, lt } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { requireUser } from './authorize'
import type { Context, Services, Transaction } from './context'
import { onceKeys } from './tables'

const keepMs = 24 * 60 * 60_000

export type OnceRequest = { action: string; key: string | undefined; input: unknown }

/**
 * Runs `create` once per caller, action and key: a repeated request gets the first one's answer for a day. Of two at the
 * same time the second waits for the first. The same key with another input is refused; a refused create keeps no key.
 * The answer must be plain JSON; dates are returned as ISO text.
 */
export async function once<T>(
  ctx: Context,
  tx: Transaction,
  request: OnceRequest,
  create: () => Promise<T>,
): Promise<T> {
  return request.key === undefined ? create() : onceFor(ctx, tx, requireUser(ctx.actor).userId, request, create)
}

/** The same for a caller that is no person of the console. */
export async function onceFor<T>(
  ctx: Pick<Context, 'clock'>,
  tx: Transaction,
  actorId: string,
  { action, key, input }: OnceRequest,
  create: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return create()
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const claimed = await tx
    .insert(onceKeys)
    .values({ actorId, action, key, inputHash, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ key: onceKeys.key })
  const itsRow = and(eq(onceKeys.actorId, actorId), eq(onceKeys.action, action), eq(onceKeys.key, key))
  if (claimed.length > 0) {
    const answer = await create()
    await tx.update(onceKeys).set({ answer }).where(itsRow)
    return answer
  }
  const [earlier] = await tx.select().from(onceKeys).where(itsRow)
  if (earlier?.inputHash !== inputHash) throw refuse(platformRefusals, 'REQUEST_KEY')
  // The same key and input return the first answer of `create`.
  return earlier.answer as T
}

export async function deleteOldOnceKeys({ db, clock }: Services) {
  await db.delete(onceKeys).where(lt(onceKeys.createdAt, new Date(clock.now().getTime() - keepMs)))
}

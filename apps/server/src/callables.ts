import type { Hono } from 'hono'
import { z } from 'zod'
import type { Context, Services } from '@quaff/platform/server/context'
import { inTime } from '@quaff/platform/server/in-time'
import { isRefusal, type RefusalCode, refuse, transportRefusals } from '@quaff/platform/shared/refusal'
import { openContext } from './api/open-context'
import { readJson } from './api/read-json'
import { accountCallables } from './callables/account-callables'
import type { Callable } from './callables/callable'
import { merchantCallables } from './callables/merchant-callables'
import { userCallables } from './callables/user-callables'
import type { Env } from './edge/env'
import { toHttpError } from './edge/error-mapper'

/** The thirteen functions of spec §7 under their names. */
export const callables = { ...accountCallables, ...userCallables, ...merchantCallables } satisfies Record<
  string,
  Callable
>
export type CallableName = keyof typeof callables
const byName = new Map<string, Callable>(Object.entries(callables))

const timeoutMs = 70_000
const timedOut = Symbol('timed out')
// The function still runs.
const tookTooLong = 'This took too long. Check whether it was done before you try again.'
const envelope = z.strictObject({ data: z.unknown() })

/** A refusal of the request's content is the function's own answer; rights, limits and shape are the protocol's. */
const answeredAsResult: readonly RefusalCode[] = ['BAD_REQUEST', 'CONFLICT']

export function mountCallables(app: Hono<Env>, services: Services): void {
  app.post('/us-central1/:name', async (c) => {
    const ctx = await openContext(c, services)
    const result = await inTime(timeoutMs, answer(ctx, c.req.param('name'), await readJson(c)), () => timedOut)
    if (result === timedOut) return c.json({ error: { status: 'DEADLINE_EXCEEDED', message: tookTooLong } }, 504)
    return c.json({ result })
  })
}

async function answer(ctx: Context, name: string, body: unknown): Promise<unknown> {
  const run = byName.get(name)
  if (!run) throw refuse(transportRefusals, 'FUNCTION')
  const { data } = envelope.parse(body)
  try {
    return (await run(ctx, data)) ?? null
  } catch (error) {
    const isBusiness = isRefusal(error) && answeredAsResult.includes(error.code)
    if (!isBusiness) throw error
    return { success: false, error: toHttpError(error).message }
  }
}

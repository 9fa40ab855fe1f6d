import { ORPCError, ValidationError, type Meta, type ProcedureClientInterceptorOptions } from '@orpc/server'
import type { z } from 'zod'
import { isOpenInPreview } from '@quaff/features/sessions/rules'
import { refuseInPreview } from '@quaff/features/sessions/server'
import { type Context, isRefusal } from '@quaff/platform/server'

/** The function that receives the parsed input. */
type Verb<Input> = (ctx: Context, input: Input) => unknown

/** The parts of a context that identify the caller. Everything else, such as the database, throws. */
const withinReach: ReadonlySet<PropertyKey> = new Set<keyof Context>(['actor', 'clock', 'log', 'request', 'settings'])

/**
 * Calls the verb with a context without a database: it authorizes first and gets no further. A caller without the
 * right therefore learns nothing about the input. `sent` is passed on, because a right may depend on it.
 */
export async function refuseByRights(ctx: Context, verb: Verb<never>, sent: unknown): Promise<void> {
  const callerOnly = new Proxy(ctx, {
    get(target, key): unknown {
      if (!withinReach.has(key)) throw new Error('Only the caller is known at this point')
      return Reflect.get(target, key)
    },
  })
  try {
    await verb(callerOnly, (typeof sent === 'object' && sent !== null ? sent : {}) as never)
  } catch (error) {
    const isAboutRights = isRefusal(error) && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')
    if (isAboutRights) throw error
  }
}

/** Parses the input. Only callers with the right receive its validation errors. */
export async function readInput<S extends z.ZodType>(
  ctx: Context,
  schema: S,
  data: unknown,
  verb: Verb<z.output<S>>,
): Promise<z.output<S>> {
  const read = schema.safeParse(data)
  if (read.success) return read.data
  await refuseByRights(ctx, verb, data)
  throw read.error
}

type Call = ProcedureClientInterceptorOptions<Context, Record<never, never>, Meta> & { next(): Promise<unknown> }

/** The same for the typed API, which reads the input by itself. */
export async function refuseRightsFirst(call: Call): Promise<unknown> {
  try {
    return await call.next()
  } catch (error) {
    if (isInputValidationError(error)) {
      const verb = (context: Context, input: unknown) => call.procedure['~orpc'].handler({ ...call, context, input })
      await refuseByRights(call.context, verb, call.input)
    }
    throw error
  }
}

const isInputValidationError = (error: unknown) =>
  error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError

export type GuardedCall = {
  context: Context
  path: readonly string[]
  procedure: { '~orpc': { route: { method?: string } } }
}

/** Uses the contract, not the HTTP method: the RPC protocol may send a read as a POST. */
export function refuseChangesInPreview({ context, path, procedure }: GuardedCall): void {
  const { method } = procedure['~orpc'].route
  if (!isOpenInPreview({ path: path.join('.'), method })) refuseInPreview(context.actor)
}

import type { Meta, ProcedureClientInterceptorOptions } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { DatabaseAway } from '@quaff/platform/server/reading/replicas'
import { readPlaceOf } from './read-places'

type Call<C extends Context> = ProcedureClientInterceptorOptions<C, Record<never, never>, Meta> & {
  next(call?: ProcedureClientInterceptorOptions<C, Record<never, never>, Meta>): Promise<unknown>
}

/** A replica for what is declared to bear one. Without a primary nothing else is answered. */
export async function chooseDatabase<C extends Context>({ next, ...call }: Call<C>): Promise<unknown> {
  const { context } = call
  const { replicas } = context
  const place = readPlaceOf(call.path.join('.'))
  if (context.isAlone) return place === 'primary' ? refuse() : next().catch(refuseWrite)
  if (place !== 'elsewhere' || !replicas) return next()
  const db = await replicas.openReader()
  return next({ ...call, context: { ...context, db, primary: context.db } })
}

function refuse(): never {
  throw new DatabaseAway()
}

const readOnlyError = '25006'

/** A look that has to write something down first, such as figures that have become too old. */
function refuseWrite(error: unknown): never {
  if (error instanceof Error && error.cause instanceof Error && Reflect.get(error.cause, 'code') === readOnlyError)
    throw new DatabaseAway()
  throw error
}

import type { z } from 'zod'
import type { Context } from '@quaff/platform/server/context'
import { readInput } from '../api/rights-before-shape'
import { logUnexpected, toHttpError } from '../edge/error-mapper'

/**
 * A function of spec §7: parses its data strictly and calls the console's verb. An invalid shape is a protocol error
 * and is thrown as a ZodError.
 */
export type Callable = (ctx: Context, data: unknown) => Promise<unknown>

export function callable<S extends z.ZodType>(
  input: S,
  run: (ctx: Context, input: z.output<S>) => Promise<unknown>,
): Callable {
  return async (ctx, data) => run(ctx, await readInput(ctx, input, data, run))
}

/**
 * Spec §8: what goes wrong on our side is answered as a failure of the function, in the specified words, and logged.
 * Refusals of rights, content and shape are thrown on.
 */
export function orFailure(text: string, run: Callable): Callable {
  return async (ctx, data) => {
    try {
      return await run(ctx, data)
    } catch (error) {
      const { status, unexpected } = toHttpError(error)
      if (status < 500) throw error
      if (unexpected) logUnexpected(ctx.log, error, ctx.request.requestId)
      return { success: false, error: text }
    }
  }
}

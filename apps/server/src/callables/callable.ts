import type { z } from 'zod'
import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'

/** One function of spec §7: reads its data strictly, then calls the verb that the console calls too. */
export type Callable = (ctx: Context, data: unknown) => Promise<unknown>

export function callable<S extends z.ZodType>(
  input: S,
  run: (ctx: Context, input: z.output<S>) => Promise<unknown>,
): Callable {
  return (ctx, data) => run(ctx, readData(input, data))
}

/** Wrong shape is the protocol's refusal, not the function's: it is thrown as a ZodError. */
export function readData<S extends z.ZodType>(input: S, data: unknown): z.output<S> {
  return input.parse(data)
}

/** Said only to whoever would be allowed. */
export function notYet(): Refusal {
  return new Refusal('UNIMPLEMENTED', 'UNIMPLEMENTED', 'This function is not available yet.')
}

import { call } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { procedure } from '@quaff/platform/shared/procedure'
import type { Context } from './context'
import { routerOf } from './router'

const contract = {
  get: procedure.input(z.strictObject({ id: z.string() })).output(z.strictObject({ name: z.string() })),
  count: procedure.output(z.int()),
}
const get = (_ctx: Context, { id }: { id: string }) => ({ name: `Name of ${id}` })
const count = () => Promise.resolve(3)
// The verbs of this test do not read it.
const context = {} as Context

describe('routerOf', () => {
  const router = routerOf(contract, { get, count })

  it('passes context and input to the verb of the same name', async () => {
    expect(await call(router.get, { id: 'a' }, { context })).toEqual({ name: 'Name of a' })
    expect(await call(router.count, undefined, { context })).toBe(3)
  })

  it('keeps the input schema of the contract', async () => {
    await expect(call(router.get, { id: 1 as never }, { context })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('keeps the output schema of the contract', async () => {
    const wrong = routerOf(contract, { get, count: () => 'three' as never })
    await expect(call(wrong.count, undefined, { context })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })

  it('passes the signal and the last event ID as the third argument', async () => {
    const { signal } = new AbortController()
    const streaming = routerOf(contract, { get: (_ctx, _input, seen) => ({ name: String(seen.lastEventId) }), count })
    expect(await call(streaming.get, { id: 'a' }, { context, signal, lastEventId: '7' })).toEqual({ name: '7' })
  })
})

/** Never runs: each `@ts-expect-error` fails the type check if its line compiles. */
export function typeErrors(): void {
  // @ts-expect-error a missing procedure
  routerOf(contract, { get })
  // @ts-expect-error a surplus procedure
  routerOf(contract, { get, count, remove: count })
  // @ts-expect-error an input that the contract does not promise
  routerOf(contract, { get: (_ctx, { id }: { id: number }) => ({ name: String(id) }), count })
  // @ts-expect-error an output that the contract does not allow
  routerOf(contract, { get: () => ({ title: 'Name' }), count })
  const needsLog = (_ctx: Context, { id }: { id: string }, log: (text: string) => { name: string }) => log(id)
  // @ts-expect-error a verb that needs more than a call brings
  routerOf(contract, { get: needsLog, count })
}

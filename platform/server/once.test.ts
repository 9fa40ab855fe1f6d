import { beforeAll, expect, it } from 'vitest'
import { asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { anonymous, type Actor } from './actor'
import { once } from './once'
import { onceKeys } from './tables'
import { inTransaction } from './transaction'

let services: TestServices
let made = 0
beforeAll(async () => {
  services = await createTestServices()
})

function make(actor: Actor, key: string | undefined, input: object = {}) {
  const ctx = contextAs(services, actor)
  return inTransaction(ctx, (tx) => once(ctx, tx, { action: 'make', key, input }, async () => ({ number: ++made })))
}

it('gives a repeated request the first answer, to the same person alone', async () => {
  const [one, other] = [await asViewer(services, []), await asViewer(services, [])]
  const first = await make(one, 'key')
  expect(await make(one, 'key')).toEqual(first)
  expect(await make(other, 'key')).not.toEqual(first)
  expect(await make(one, undefined)).not.toEqual(first)
})

it('refuses the same key for something else', async () => {
  const actor = await asViewer(services, [])
  await make(actor, 'key', { name: 'Tea' })
  await expect(make(actor, 'key', { name: 'Coffee' })).rejects.toMatchObject({ reason: 'REQUEST_KEY' })
})

it('keeps no key of a stranger, nor of someone who has to set up a second factor first', async () => {
  const mustEnrol: Actor = { ...(await asViewer(services, [])), mustEnrol: true }
  const before = await services.db.$count(onceKeys)
  await expect(make(anonymous, 'key')).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'SIGNED_OUT' })
  await expect(make(mustEnrol, 'key')).rejects.toMatchObject({ reason: 'ENROL_SECOND_FACTOR' })
  expect(await services.db.$count(onceKeys)).toBe(before)
})

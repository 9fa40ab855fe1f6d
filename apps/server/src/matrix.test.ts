import { isProcedure } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { callables } from './callables'
import { actorKinds, knockAs, ownerships, type ActorKind, type Ownership } from './testing/matrix/actor-kinds'
import { asClient } from './testing/matrix/as-client'
import { callableDoors, publicRegistration } from './testing/matrix/callable-doors'
import type { Door, Outcome } from './testing/matrix/door'
import { fileDoors, procedureDoors } from './testing/matrix/procedure-doors'
import { insertColleague, insertMerchants } from './testing/matrix/target-rows'
import { router } from './router'

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services)
  for (const row of ['own', 'foreign'] as const) await insertColleague(services, row, 'active')
})

type Knock = { path: string; wrap: (input: unknown) => unknown }
type Answer = { outcome: Outcome; body: string }

async function knock(door: Door, { path, wrap }: Knock, kind: ActorKind, row: Ownership): Promise<Answer> {
  // Every case in a minute of its own: the limits per network are not what is tested here.
  services.clock.advance(61_000)
  const input = await door.input(services, row)
  const headers = { 'content-type': 'application/json', ...(await knockAs(services, kind)) }
  const before = await countChanges()
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(wrap(input)), headers })
  const answer = await readAnswer(response)
  const isRefused = !['ok', 'empty', 'null'].includes(answer.outcome)
  if (isRefused) expect(await countChanges(), 'a refused call writes nothing').toEqual(before)
  return answer
}

async function countChanges() {
  const { rows } = await services.db.execute(sql`
    select (select count(*) from admin_audit_logs) as audit, (select count(*) from users) as users,
      (select count(*) from sessions) as sessions, (select count(*) from outbox_mails) as mails,
      (select count(*) from user_activity) as activity`)
  return rows[0]
}

async function readAnswer(response: Response): Promise<Answer> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { outcome: 'ok', body: '' }
  }
  const text = await response.text()
  if (response.headers.has('content-disposition')) return { outcome: 'ok', body: '' }
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return { outcome: response.ok ? 'ok' : 'UNREADABLE', body: '' }
  return { outcome: outcomeOf(JSON.parse(text)), body: text.replaceAll(/"req_[^"]*"/g, '""') }
}

type Body = {
  code?: Uppercase<string>
  error?: { status: Uppercase<string> }
  result?: { success?: boolean } | null
  json?: { defined?: boolean; code?: Uppercase<string>; rows?: unknown[]; totalUsers?: number } | unknown[] | null
}

function outcomeOf({ code, error, result, json }: Body): Outcome {
  if (error) return error.status
  if (code) return code
  if (result !== undefined) return result?.success === false ? 'declined' : 'ok'
  if (json === null || json === undefined) return 'null'
  if (Array.isArray(json)) return json.length === 0 ? 'empty' : 'ok'
  // A record may have a code of its own; of a refusal it is said whether it was declared.
  if (json.code && json.defined !== undefined) return json.code
  return json.rows?.length === 0 || json.totalUsers === 0 ? 'empty' : 'ok'
}

function proceduresOf(node: unknown, path: string[] = []): string[] {
  if (isProcedure(node)) return [path.join('.')]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...path, key]))
}

const doors: [name: string, door: Door, knock: Knock][] = [
  ...Object.entries(procedureDoors).map(([name, door]): [string, Door, Knock] => [
    name,
    door,
    { path: `/rpc/${name.replaceAll('.', '/')}`, wrap: asClient },
  ]),
  ...Object.entries({ ...callableDoors, 'createAdminUserV2 by a stranger': publicRegistration }).map(
    ([name, door]): [string, Door, Knock] => [
      `callable ${name}`,
      door,
      { path: `/us-central1/${name.split(' ')[0]}`, wrap: (data) => ({ data }) },
    ],
  ),
  ...Object.entries(fileDoors).map(([name, door]): [string, Door, Knock] => [
    `file ${name}`,
    door,
    { path: `/api/files/${name}`, wrap: (input) => input },
  ]),
]

describe('the matrix', () => {
  it('has a row for every procedure and every callable, and for nothing else', () => {
    expect(Object.keys(procedureDoors).sort()).toEqual(proceduresOf(router).sort())
    expect(Object.keys(callableDoors).sort()).toEqual(Object.keys(callables).sort())
  })
})

describe.each(doors)('%s', (_, door, way) => {
  const rows: readonly Ownership[] = door.hasId ? ownerships : ['own']
  const cases = actorKinds.flatMap((kind) =>
    rows.map((row): [ActorKind, Ownership, Outcome] => {
      const expected = door.expected[kind]
      return [kind, row, typeof expected === 'string' ? expected : expected[row]]
    }),
  )
  it.each(cases)('%s, %s row: %s', async (kind, row, expected) => {
    expect((await knock(door, way, kind, row)).outcome).toBe(expected)
  })
})

describe('a foreign row', () => {
  const refusing = doors.filter(
    ([, { expected }]) => typeof expected.ownerOfOne === 'object' && expected.ownerOfOne.foreign === 'NOT_FOUND',
  )

  it.each(refusing)('of %s is answered word for word as a missing one', async (_, door, way) => {
    const [foreign, missing] = [
      await knock(door, way, 'ownerOfOne', 'foreign'),
      await knock(door, way, 'ownerOfOne', 'missing'),
    ]
    expect(foreign).toEqual(missing)
  })
})

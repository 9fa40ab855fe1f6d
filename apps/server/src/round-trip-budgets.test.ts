import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { countRoundTrips, type Counted } from '@quaff/platform/testing/database/count-round-trips'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { router } from './router'
import { aboutDemo, findDemoIds, type DemoIds } from './testing/budgets/demo-ids'
import { judgeBudgets, lowerBudgets, writeBudgets, type BudgetFile } from './testing/budgets/judge-budgets'
import { readProcedures } from './testing/budgets/read-procedures'
import { asClient } from './testing/matrix/as-client'
import { procedureEndpoints } from './testing/matrix/procedure-endpoints'
import { insertMerchants } from './testing/matrix/target-rows'

/** `node lab/bench/budgets.mjs` reads, lowers and explains them. */
const file = new URL('../../../lab/bench/budgets.json', import.meta.url)
/** A stream has no end to count up to. */
const streams = ['sessions.live']

let services: TestServices
let app: ReturnType<typeof buildServer>
let counter: Awaited<ReturnType<typeof countRoundTrips>>
let ids: DemoIds
let people: Record<string, string>

beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
  await seedDemo(services, { merchants: 12, subscriptions: 600 })
  await insertMerchants(services)
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  ids = await findDemoIds(services.database.pool)
  const [admin, owner] = [await asAdmin(services), await asOwner(services, [ids.merchantId])]
  people = { 'an administrator': admin.sessionId, 'an owner': owner.sessionId }
  counter = await countRoundTrips(services.database.pool)
}, 120_000)
afterAll(() => services.close())

/** The call that waits most often for the database: by an administrator or an owner, about one merchant or about all. */
async function countCall(name: string): Promise<Counted<boolean>> {
  let most: Counted<boolean> = { result: false, roundTrips: 0, statements: [] }
  const input = aboutDemo(await procedureEndpoints[name]?.input(services, 'own'), ids)
  const { merchantId: _merchantId, ...ofAll } = input
  for (const question of 'merchantId' in input ? [input, ofAll] : [input]) {
    for (const sessionId of Object.values(people)) {
      // Caches belong to a database object, so this counts the round trips of a first caller.
      services.db = Object.create(services.database.db)
      const counted = await counter.during(() => ask(name, question, sessionId))
      if (counted.result && counted.roundTrips >= most.roundTrips) most = counted
    }
  }
  return most
}

async function ask(name: string, input: unknown, sessionId: string): Promise<boolean> {
  const response = await app.request(`/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
    body: JSON.stringify(asClient(input)),
  })
  await response.text()
  return response.ok
}

describe('the round trips of a call', () => {
  it('are within the budget of each procedure that looks', async () => {
    const counted: Record<string, number> = {}
    const unanswered: string[] = []
    for (const name of readProcedures(router).filter((one) => !streams.includes(one))) {
      const { result: isAnswered, roundTrips, statements } = await countCall(name)
      if (!isAnswered) unanswered.push(name)
      counted[name] = roundTrips
      if (name === process.env['SHOW_STATEMENTS']) process.stdout.write(`${statements.join('\n\n')}\n`)
    }
    expect(unanswered).toEqual([])
    const budgets: BudgetFile = JSON.parse(readFileSync(file, 'utf8'))
    const kept = process.env['WRITE_BUDGETS'] ? lowerBudgets(budgets, counted) : budgets
    if (kept !== budgets) writeFileSync(file, writeBudgets(kept))
    expect(judgeBudgets(kept, counted)).toEqual([])
  }, 120_000)
})

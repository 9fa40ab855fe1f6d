import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServer, readCheckout } from './checkout.mjs'
import { countRows, findDemoIds, openSessions, readSchema } from './database.mjs'
import { probeCallable, probeSchema } from './probe.mjs'
import { caller, readAnswers, readFiles, rpcBody, sorted } from './requests.mjs'

const [root, output] = process.argv.slice(2)
const checkout = readCheckout(root)
const { find } = checkout
const server = await openServer(checkout)
const { services, app, rowsOf } = server
const { z } = await checkout.library('zod')

function write(part, value) {
  writeFileSync(join(output, `${part}.json`), `${JSON.stringify(sorted(value), null, 1)}\n`)
  console.log(`${part}: ${Object.keys(value).length} entries`)
}

write('database', await readSchema(rowsOf))
await (
  await find('seedDemo')
)(services, { merchants: 12, subscriptions: 600 })
write('demo-rows', await countRows(rowsOf))

const mails = await renderEmails()
write('emails', mails)
const procedures = await readProcedures()
write('rpc', Object.fromEntries(procedures.map(({ name, description }) => [name, description])))
write('validation', await probeInputs())
write('refusals', await readRefusals())

const ids = await findDemoIds(rowsOf)
const ask = caller(app, await openSessions(server))
write('openapi', await (await ask('/api/openapi.json')).json())
write('openapi-v1', await (await ask('/v1/openapi.json', { person: 'anyone' })).json())
write('answers', await readAnswers({ ask, procedures, guesses: await guessInputs() }))
write('files', await readFiles({ ask, app, ids }))
write('routes', await readRoutes())
write('webhooks', await sendWebhooks())
await server.close()
process.exit(0)

async function renderEmails() {
  const { renderMail, mailPreviews } = await checkout.findAll(['renderMail', 'mailPreviews'])
  const rendered = mailPreviews().map(({ name, receiver, write: compose }) => {
    const { template, subject, body, isWarning, isRepeatable, ...rest } = compose(services)
    const content = { template, subject, body, isWarning, isRepeatable }
    return [name, { template, receiver, ...renderMail(services, content), rest }]
  })
  return Object.fromEntries(rendered)
}

function asJson(schema, io) {
  if (!schema) return null
  if (!(schema instanceof z.ZodType)) return 'stream'
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodDate) jsonSchema.format = 'instant'
    },
  })
}

async function readProcedures() {
  const { isProcedure } = await checkout.library('@orpc/server')
  const walk = (node, path) => {
    if (isProcedure(node)) return [describe(path.join('.'), node['~orpc'])]
    if (typeof node !== 'object' || node === null) return []
    return Object.entries(node).flatMap(([key, one]) => walk(one, [...path, key]))
  }
  return walk(await find('router'), [])
}

function describe(name, { route, inputSchema, outputSchema, errorMap }) {
  const errors = Object.entries(errorMap).map(([code, { data, ...error }]) => [code, { ...error, data: asJson(data) }])
  const input = asJson(inputSchema, 'input')
  const outcome = asJson(outputSchema, 'output')
  const description = { route, input, output: outcome, errors: Object.fromEntries(errors) }
  return { name, method: route.method, input, inputSchema, isStream: outcome === 'stream', description }
}

async function probeInputs() {
  const validation = {}
  for (const { name, inputSchema } of procedures) if (inputSchema) validation[name] = probeSchema(z, inputSchema)
  const [{ id: userId, email }] = await rowsOf(`select id, email from users where email = 'admin@quaff.test'`)
  const rights = { role: 'admin', status: 'active', merchantIds: [], ownMerchantIds: [] }
  // An accepted input goes no further than its rights: nothing is written.
  const db = new Proxy(
    {},
    {
      get: () => {
        throw new Error('No database here')
      },
    },
  )
  const log = { ...services.log, error() {} }
  const context = { ...services, db, log, actor: { kind: 'user', userId, email, ...rights }, cookies: {}, request: {} }
  for (const [name, run] of Object.entries(await find('callables')))
    validation[`callable ${name}`] = await probeCallable((data) => run(context, data))
  return validation
}

async function readRefusals() {
  const refusals = {}
  for (const path of checkout.sources.filter((one) => /(^|[/-])refusals?\.ts$/.test(one))) {
    for (const table of Object.values(await checkout.load(path))) {
      for (const [reason, one] of Object.entries(Object(table))) {
        if (typeof one?.code !== 'string' || one.text === undefined) continue
        const text = typeof one.text === 'function' ? `function: ${String(one.text).replace(/\s+/g, ' ')}` : one.text
        const known = (refusals[reason] ??= [])
        if (!known.some((other) => other.text === text)) known.push({ ...one, text })
        known.sort((a, b) => (a.text < b.text ? -1 : 1))
      }
    }
  }
  return refusals
}

async function guessInputs() {
  const now = services.clock.now()
  const [{ slug }] = await rowsOf('select slug from waitlists order by id limit 1')
  const from = new Date(now.getTime() - 30 * 86_400_000)
  const { template } = Object.values(mails)[0]
  return {
    ...ids,
    ids: [],
    from,
    to: now,
    limit: 25,
    q: 'coffee',
    period: '2026-02',
    number: 1,
    count: 3,
    slug,
    template,
  }
}

async function readRoutes() {
  const routes = {}
  for (const { method, path } of app.routes) routes[`server ${method} ${path}`] = true
  const tree = readFileSync(join(root, 'apps/console/src/route-tree.gen.ts'), 'utf8')
  const block = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  for (const [, path] of block.matchAll(/^\s*'([^']*)':/gm)) routes[`console ${path}`] = true
  for (const page of await find('publicPages', { not: /^apps\// })) routes[`public ${page.path}`] = page
  return routes
}

/** Sends one delivery of each event type. */
async function sendWebhooks() {
  const webhooks = {}
  const endpoint = { url: 'https://hooks.example.com/', description: '', eventTypes: null, merchantIds: null }
  await ask('/rpc/webhooks/create', { method: 'POST', body: rpcBody(endpoint) })
  const { input } = procedures.find(({ name }) => name === 'webhooks.create')
  const types = input.properties.eventTypes.anyOf.find((one) => one.items).items.enum
  for (const [index, type] of types.entries())
    await rowsOf(
      `insert into outward_events (id, type, subject_id, merchant_id, occurred_at) values ($1, $2, $3, 'mer_1', $4)`,
      [`evt_${index}`, type, `subject_${index}`, services.clock.now().toISOString()],
    )
  const poster = {
    async post({ url, headers, body }) {
      const { 'webhook-signature': signature, ...others } = headers
      webhooks[JSON.parse(body).type] = { url, headers: { ...others, signed: signature.replace(/,.*/, '') }, body }
      return { status: 204, fault: null, text: '', durationMs: 3 }
    },
  }
  const courier = new (await find('WebhookCourier'))(services, poster)
  while ((await courier.runDue()) > 0);
  return webhooks
}

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { enqueueJob, inTransaction, type Mailer, type WebhookPoster } from '@quaff/platform/server'
import { pinoLogger } from '@quaff/platform/server/adapters/pino-logger'
import { openTelemetry } from '@quaff/platform/server/adapters/traces/open-telemetry'
import { tracedCalls } from '@quaff/platform/server/adapters/traces/traced-calls'
import { traceStatements } from '@quaff/platform/server/adapters/traces/traced-statements'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { asAdmin } from '@quaff/platform/testing/actors'
import { capturedLog } from '@quaff/platform/testing/captured-log'
import { createTestDatabase } from '@quaff/platform/testing/test-database'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { readEnvironment } from '../environment'
import { detailsOf, startCollector, type SentSpan } from '../testing/traces/collector'

const longMs = 60_000
afterEach(() => vi.unstubAllEnvs())

/** A server that sends its spans to `endpoint`. */
async function openTraced(endpoint: string, variables: Record<string, string> = {}) {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...variables }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  const log = capturedLog()
  const { tracer, close } = await openTelemetry('1.2.3', () => log)
  const database = await createTestDatabase()
  traceStatements(database.pool, tracer)
  const services = await createTestServices({ database, tracer, log })
  const app = buildServer(services, { mount: (server) => mountApi(server, services) })
  const rpc = (path: string, input: unknown, headers: Record<string, string> = {}) =>
    app.request(`/rpc/${path}`, {
      method: 'POST',
      body: JSON.stringify({ json: input }),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return { services, tracer, close, app, rpc, log }
}

async function openCollected(variables: Record<string, string> = {}) {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  return { collector, ...(await openTraced(collector.endpoint, variables)) }
}

const named = (spans: readonly SentSpan[], name: string) => spans.filter((span) => span.name === name)
const one = (spans: readonly SentSpan[], name: string): SentSpan => {
  const [span, ...others] = named(spans, name)
  if (!span || others.length > 0) throw new Error(`${name} among ${spans.map((each) => each.name).join(', ')}`)
  return span
}

describe('spans', { timeout: longMs }, () => {
  it('of a request are named by its procedure, and its statements and transactions belong to it', async () => {
    const { collector, services, rpc, close } = await openCollected()
    const admin = await asAdmin(services)
    const secret = 'Ada Lovelace ada@example.test'
    const headers = { authorization: `Bearer ${admin.sessionId}` }
    expect((await rpc('merchants/list', { q: secret, limit: 5 }, headers)).status).toBe(200)
    expect((await rpc('signIn/requestLink', { email: 'ada@example.test' })).status).toBe(200)
    expect((await rpc('sessions/signOut', {}, headers)).status).toBe(200)
    await close()
    const spans = collector.spans()
    const request = one(spans, 'POST /rpc/merchants/list')
    expect(detailsOf(request.attributes)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/rpc/merchants/list',
      'http.response.status_code': 200,
    })
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT sessions', 'SELECT merchants']))
    expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]))
    expect(detailsOf(below[0]?.attributes ?? [])).toMatchObject({ 'db.system.name': 'postgresql' })
    expect(request.parentSpanId ?? '').toBe('')

    const written = one(spans, 'POST /rpc/sessions/signOut')
    const transaction = spans.find(({ name, traceId }) => name === 'transaction' && traceId === written.traceId)
    const within = spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId).map(({ name }) => name)
    expect(within).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']))
    expect(collector.resource()).toMatchObject({ 'service.name': 'quaff', 'service.version': '1.2.3' })
    for (const word of ['Ada', 'Lovelace', 'example.test', admin.userId, admin.sessionId])
      expect(collector.text()).not.toContain(word)
  })

  it('are called by the route and not by the address, whatever someone writes there', async () => {
    const { collector, app, rpc, close } = await openCollected()
    await rpc('merchants/mina@example.test', {})
    await app.request('/v1/usr_01j0000000secret/mina@example.test')
    await app.request('/mina@example.test?token=hush-hush')
    await app.request('/api/session')
    await app.request('/healthz')
    await close()
    expect(collector.spans().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST page', 'GET /v1/:resource/:id', 'GET page', 'GET /api/sessions/current']),
    )
    // No word of hexadecimal digits, which a random span ID could contain.
    for (const word of ['mina', 'example.test', 'hush', 'usr_', 'healthz']) expect(collector.text()).not.toContain(word)
  })

  it('of statements stay with the request that sent them, while many wait for one connection', async () => {
    const { collector, services, tracer, close } = await openCollected()
    const ask = (turn: number) =>
      tracer.span({ name: `request ${turn}`, kind: 'server' }, async () => {
        await services.db.$client.query(`select ${turn} as one`)
        await inTransaction(services, async (tx) => void (await tx.execute('select 1')))
      })
    await Promise.all(Array.from({ length: 40 }, (_, turn) => ask(turn)))
    await services.db.$client.query('select 1')
    await close()
    const spans = collector.spans()
    for (let turn = 0; turn < 40; turn++) {
      const { traceId } = one(spans, `request ${turn}`)
      const own = spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
      expect(own.toSorted()).toEqual(
        ['BEGIN', 'COMMIT', 'SELECT', 'SELECT', `request ${turn}`, 'transaction'].toSorted(),
      )
    }
    expect(spans).toHaveLength(40 * 6)
  })

  it('of statements end with the request: a stream that goes on after its answer has none', async () => {
    const { collector, services, tracer, close } = await openCollected()
    let goOn = () => {}
    const later = new Promise<void>((resolve) => (goOn = resolve))
    const stream = await tracer.span({ name: 'request', kind: 'server' }, () =>
      Promise.resolve({ read: later.then(() => services.db.$client.query('select 1')) }),
    )
    goOn()
    await stream.read
    await close()
    expect(collector.spans().map(({ name }) => name)).toEqual(['request'])
  })

  it('of jobs and of calls to the outside tell kind and fault, and nothing of what was handed over', async () => {
    const { collector, services, tracer, close } = await openCollected()
    const traced = tracedCalls(tracer)
    const refusing: Mailer = {
      send: () => Promise.reject(Object.assign(new Error('to ada@example.test'), { code: 'EAUTH' })),
    }
    const away: WebhookPoster = {
      post: () => Promise.resolve({ status: null, error: 'TIMEOUT', text: '', durationMs: 1 }),
    }
    const mailer = traced('mail', refusing, ['send'])
    const poster = traced('webhook', away, ['post'])
    const handler = {
      maxAttempts: 1,
      run: async () => {
        await poster.post({ url: 'https://ada.example.test', headers: {}, body: '' })
        await mailer.send({ id: 'm', to: 'ada@example.test', subject: 'Ada', html: '', text: '' })
      },
    }
    await enqueueJob(services, services.db, { kind: 'try', payload: {} })
    await new JobRunner(services, { handlers: { try: handler } }).runDue()
    await close()
    const spans = collector.spans()
    const job = one(spans, 'job try')
    expect(detailsOf(job.attributes)).toMatchObject({ 'job.kind': 'try', 'job.attempt': 1, 'error.type': 'EAUTH' })
    for (const [name, error] of [
      ['mail send', 'EAUTH'],
      ['webhook post', 'TIMEOUT'],
    ] as const) {
      const call = one(spans, name)
      expect([call.parentSpanId, detailsOf(call.attributes)['error.type'], call.status.code]).toEqual([
        job.spanId,
        error,
        2,
      ])
    }
    expect(collector.text()).not.toContain('example.test')
  })

  it('take the trace of a caller as a link, never as a parent, and of what is no trace nothing', async () => {
    const { collector, rpc, close } = await openCollected()
    const [traceId, spanId] = ['ab'.repeat(16), 'cd'.repeat(8)]
    for (const traceparent of [`00-${traceId}-${spanId}-01`, `00-${'0'.repeat(32)}-${spanId}-01`, 'ada@example.test'])
      await rpc('sessions/current', {}, { traceparent })
    await close()
    const spans = named(collector.spans(), 'POST /rpc/sessions/current')
    expect(spans.map(({ links }) => links.map((link) => [link.traceId, link.spanId]))).toEqual([
      [[traceId, spanId]],
      [],
      [],
    ])
    for (const span of spans) expect([span.traceId === traceId, span.parentSpanId ?? '']).toEqual([false, ''])
  })

  it('are kept, named and sampled as the standard variables say', async () => {
    const off = await openCollected({ OTEL_TRACES_SAMPLER: 'always_off' })
    await off.rpc('sessions/current', {})
    expect(await off.tracer.span({ name: 'x', kind: 'server' }, async () => off.tracer.traceId())).toBeNull()
    await off.close()
    expect(off.collector.spans()).toEqual([])
    const other = await openCollected({
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_SERVICE_NAME: 'drinks',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    })
    await other.rpc('sessions/current', {})
    await other.close()
    expect(other.collector.resource()).toMatchObject({
      'service.name': 'drinks',
      'deployment.environment.name': 'test',
    })
  })

  it('give their trace to each line of the log that is written within', async () => {
    const { tracer, close } = await openCollected()
    const lines: string[] = []
    const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
    const log = pinoLogger('info', stream, tracer.traceId)
    const inside = await tracer.span({ name: 'x', kind: 'server' }, async () => {
      log.info('within')
      return tracer.traceId()
    })
    log.info('without')
    await close()
    expect(inside).toMatch(/^[0-9a-f]{32}$/)
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([inside, undefined])
  })
})

describe('a collector', { timeout: longMs }, () => {
  it.each([
    ['is away', async () => 'http://127.0.0.1:9'],
    [
      'takes and never answers',
      async () => {
        const silent = await startCollector(() => null)
        onTestFinished(() => silent.close())
        return silent.endpoint
      },
    ],
  ])('that %s costs no answer and no stop of the server', async (_, at) => {
    const { rpc, tracer, close } = await openTraced(await at(), { OTEL_BSP_SCHEDULE_DELAY: '10' })
    const answers = await Promise.all(Array.from({ length: 50 }, async () => rpc('sessions/current', {})))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // Ten times as many as its queue holds.
    for (let turn = 0; turn < 20_000; turn++) await tracer.span({ name: 'x', kind: 'server' }, () => Promise.resolve())
    const stoppedAt = performance.now()
    await close()
    expect(performance.now() - stoppedAt).toBeLessThan(5_000)
  })

  it('that refuses is logged once, and once more when it accepts spans again', async () => {
    let status = 400
    const collector = await startCollector(() => status)
    onTestFinished(() => collector.close())
    const { rpc, close, log } = await openTraced(collector.endpoint, { OTEL_BSP_SCHEDULE_DELAY: '10' })
    const events = () => log.lines.map(({ event }) => event).filter((event) => event.startsWith('traces_'))
    for (let turn = 0; turn < 3; turn++) {
      await rpc('sessions/current', {})
      await vi.waitUntil(() => events().length > 0, { timeout: 20_000 })
    }
    expect(events()).toEqual(['traces_lost'])
    status = 200
    await rpc('sessions/current', {})
    await vi.waitUntil(() => events().length > 1, { timeout: 20_000 })
    await close()
    expect(events()).toEqual(['traces_lost', 'traces_arrive_again'])
  })

  it('is asked for by an address alone, for a server alone, and its settings are checked', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
    expect(readEnvironment('start', given).traces).toBe(true)
    expect(readEnvironment('start', {}).traces).toBe(false)
    expect(readEnvironment('backup', given).traces).toBe(false)
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(readEnvironment('start', { ...given, ...off }).traces).toBe(false)
    for (const [name, value] of Object.entries({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '7',
    }))
      expect(() => readEnvironment('start', { ...given, [name]: value })).toThrow(`${name} must be`)
  })
})

type Loaded = { off: string[]; on: string[] }

/** The packages of OpenTelemetry that a process has loaded once its server is put together, without an address and then with one. */
async function loadedPackages(): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'traces-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    const { register } = await import('tsx/esm/api'); register()
    const { createRequire } = await import('node:module')
    const { readEnvironment } = await import(${at('../environment.ts')})
    const { openServices } = await import(${at('../services.ts')})
    await import(${at('../commands/run-server.ts')})
    async function open(more) {
      Object.assign(process.env, more)
      await openServices(readEnvironment('start'), () => {})
      const paths = Object.keys(createRequire(${at('../main.ts')}).cache)
      return [...new Set(paths.flatMap((path) => /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(path)?.[1] ?? []))]
    }
    const loaded = { off: await open({}), on: await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }) }
    process.stdout.write('LOADED ' + JSON.stringify(loaded))
    process.exit(0)`
  return new Promise((resolve, reject) => {
    const DATABASE_URL = 'postgres://unknown@127.0.0.1:9/none'
    const env = { ...process.env, DATABASE_URL, BASE_URL: '', DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: '' }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', () => {
      const [, list] = /LOADED (\{.*\})/.exec(said) ?? []
      if (list) resolve(JSON.parse(list))
      else reject(new Error(said))
    })
  })
}

// It reads the whole server from its sources.
describe('OpenTelemetry', { timeout: 4 * longMs }, () => {
  it('is not loaded without an address; its bare interface, which prom-client brings, does nothing', async () => {
    const { off, on } = await loadedPackages()
    expect(off).toEqual(['@opentelemetry/api'])
    expect(on).toEqual(
      expect.arrayContaining(['@opentelemetry/sdk-trace-base', '@opentelemetry/exporter-trace-otlp-http']),
    )
  })
})

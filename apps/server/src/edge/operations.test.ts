import { call } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSessionsRouter } from '@quaff/features/sessions/server'
import { healthLimits } from '@quaff/features/settings/health-contract'
import { saveDrill } from '@quaff/features/settings/server'
import { repeatTally } from '@quaff/platform/server/adapters/repeat-tally'
import { asAdmin } from '@quaff/platform/testing/actors'
import { fixedClock } from '@quaff/platform/testing/fixed-clock'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'

const token = 'a token for metrics'
const folder = new URL('../../../../operations/', import.meta.url)
/** Added by Prometheus to each scrape. */
const ofPrometheus = { names: ['up'], labels: ['job', 'instance'] }
const words = /[A-Za-z_]\w*(?!\w|\s*\()/g
const grouping = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g
const matchers = /(\w+)\s*=~?\s*"([^"]*)"/g

let text: string
beforeAll(async () => {
  const clock = fixedClock()
  const services = await createTestServices({
    clock,
    snapshots: { findNewest: () => Promise.resolve(new Date(clock.now().getTime() - 90_000)) },
    disk: { read: () => Promise.resolve({ freeBytes: 25, totalBytes: 100 }) },
    replicas: {
      openReader: () => Promise.reject(new Error('No replica reads')),
      askFirst: () => Promise.reject(new Error('No replica reads')),
      isAlone: () => false,
      canAnswer: () => false,
      count: (place) => Number(place === 'behind'),
      look: () => Promise.resolve([{ address: 'one', isUp: true, behindBytes: null, behindSeconds: 0.5 }]),
      close: () => Promise.resolve(),
    },
  })
  const goodAt = new Date(clock.now().getTime() - 120_000)
  await saveDrill(services.db, { isGood: true, goodAt, takenAt: goodAt }, goodAt)
  await saveDrill(services.db, { isGood: false }, clock.now())
  const app = buildServer(services, {
    metricsToken: token,
    mount(inner) {
      inner.get('/api/fault', () => {
        throw new Error('as a test wants it')
      })
    },
  })
  await app.request('/api/fault')
  await app.request('/healthz')
  text = await (await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
})

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) })),
})

function queries(): { query: string; legend: string }[] {
  const { panels } = dashboard.parse(JSON.parse(readFileSync(new URL('grafana-dashboard.json', folder), 'utf8')))
  const shown = panels.flatMap(({ targets }) => targets)
  const rules = readFileSync(new URL('alert-rules.yaml', folder), 'utf8')
  const exprs = [...rules.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.+)$)/gm)]
  expect(exprs).toHaveLength([...rules.matchAll(/- alert:/g)].length)
  return [
    ...shown.map(({ expr: query, legendFormat: legend }) => ({ query, legend })),
    ...exprs.map(([, block, line]) => ({ query: block ?? line ?? '', legend: '' })),
  ]
}

function read(query: string, legend = '') {
  const grouped = [...query.matchAll(grouping)].flatMap(([, labels = '']) => labels.split(','))
  const matched = [...query.matchAll(matchers)].map(([, label = '', value = '']) => ({ label, value }))
  const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
  const bare = query
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(grouping, ' ')
    .replace(' or ', ' ')
  return {
    names: bare.match(words) ?? [],
    labels: [...grouped.map((label) => label.trim()), ...matched.map(({ label }) => label), ...shown],
    matched,
  }
}

function unknown(query: string, legend = ''): string[] {
  const { names, labels, matched } = read(query, legend)
  const samples = text.split('\n').filter((line) => names.some((name) => line.startsWith(`${name}{`)))
  const isKnown = (name: string) => ofPrometheus.names.includes(name) || new RegExp(`^${name}[{ ]`, 'm').test(text)
  const hasLabel = (label: string) =>
    ofPrometheus.labels.includes(label) || samples.some((line) => new RegExp(`[{,]${label}="`).test(line))
  return [
    ...names.filter((name) => !isKnown(name)),
    ...labels.filter((label) => !hasLabel(label)),
    ...matched
      .filter(({ label }) => !ofPrometheus.labels.includes(label))
      .filter(({ label, value }) => !samples.some((line) => line.includes(`${label}="${value}"`)))
      .map(({ label, value }) => `${label}="${value}"`),
  ]
}

describe('dashboard and alert rules', () => {
  it('name only what the server answers', () => {
    expect(queries().length).toBeGreaterThan(20)
    for (const { query, legend } of queries()) {
      expect(read(query).names).not.toEqual([])
      expect({ query, unknown: unknown(query, legend) }).toEqual({ query, unknown: [] })
    }
  })

  it.each([
    ['sum(rate(http_request_total{job="quaff"}[5m]))', ['http_request_total']],
    ['sum by (route) (rate(http_requests_total[5m]))', ['route']],
    ['http_requests_total{status="500"}', ['status="500"']],
  ])('would be refused with %s', (query, expected) => {
    expect(unknown(query)).toEqual(expected)
  })

  it('find how replicas are and where reads went, and no figure that there is none of', () => {
    expect(text).toMatch(/^replica_up\{replica="one"\} 1$/m)
    expect(text).toMatch(/^replica_behind_seconds\{replica="one"\} 0.5$/m)
    expect(text).toMatch(/^replica_reads_total\{place="behind"\} 1$/m)
    expect(text).toMatch(/^replica_reads_total\{place="replica"\} 0$/m)
    expect(text).toMatch(/^primary_away 0$/m)
    expect(text).not.toMatch(/^replica_behind_bytes\{/m)
  })

  it('find figures of the queue and the pool', () => {
    expect(text).toMatch(/^jobs_late_seconds 0$/m)
    expect(text).toMatch(/^mails_unsent 0$/m)
    expect(text).toMatch(/^database_connections \d+$/m)
    // The scrape does not count its own statements.
    expect(text).toMatch(/^database_waiting 0$/m)
  })

  it('name the version and the commit of the server', () => {
    expect(text).toMatch(/^build_info\{version="1\.2\.3",commit="0123456789ab",node="[\d.]+"\} 1$/m)
  })

  it('count transactions that ran again, from zero on', async () => {
    expect(text).toMatch(/^transactions_repeated_total\{code="40001"\} 0$/m)
    const repeats = repeatTally()
    repeats.add('40P01')
    repeats.add('40P01')
    expect(await metricsOf(await createTestServices({ repeats }))).toMatch(
      /^transactions_repeated_total\{code="40P01"\} 2$/m,
    )
  })

  it('find listeners, the newest snapshot and the disk', () => {
    expect(text).toMatch(/^live_listeners 0$/m)
    expect(text).toMatch(/^backup_age_seconds 90$/m)
    expect(text).toMatch(/^backup_missing 0$/m)
    expect(text).toMatch(/^drill_age_seconds 120$/m)
    expect(text).toMatch(/^drill_failed 1$/m)
    expect(text).toMatch(/^disk_free_bytes 25$/m)
    expect(text).toMatch(/^disk_total_bytes 100$/m)
  })

  it('find no drill where there was none', async () => {
    expect(await metricsOf(await createTestServices())).not.toMatch(/^drill_/m)
  })

  it('count who listens as long as they do', async () => {
    const services = await createTestServices()
    const leave = new AbortController()
    const { live } = createSessionsRouter(() => Promise.resolve())
    const context = contextAs(services, await asAdmin(services))
    await call(live, undefined, { context, signal: leave.signal })
    expect(await metricsOf(services)).toMatch(/^live_listeners 1$/m)
    leave.abort()
    expect(await metricsOf(services)).toMatch(/^live_listeners 0$/m)
  })

  it.each([
    ['there are none', {}, undefined],
    ['there are none yet', { snapshots: { findNewest: () => Promise.resolve(null) } }, 'backup_missing 1'],
    [
      'they cannot be read',
      {
        snapshots: { findNewest: () => Promise.reject(new Error('away')) },
        disk: { read: () => Promise.resolve(null) },
      },
      'backup_missing 1',
    ],
  ])('find no age of a backup and no disk where %s, rather than zero', async (_, overrides, missing) => {
    const answer = await metricsOf(await createTestServices(overrides))
    expect(answer).toMatch(/^live_listeners 0$/m)
    expect(answer).not.toMatch(/^(?:backup_age_seconds|disk_\w+) /m)
    expect(/^backup_missing .*$/m.exec(answer)?.[0]).toBe(missing)
  })

  it('call a snapshot and a drill old when System health does', () => {
    const rules = readFileSync(new URL('alert-rules.yaml', folder), 'utf8')
    expect(rules).toContain(`min(backup_age_seconds{job="quaff"}) > ${healthLimits.lateSnapshotMs / 1_000}\n`)
    expect(rules).toContain(`min(drill_age_seconds{job="quaff"}) > ${healthLimits.lateDrillMs / 1_000}\n`)
    const hours = healthLimits.lateSnapshotMs / 3_600_000
    expect(rules).toContain(`min_over_time(backup_missing{job="quaff"}[${hours}h]) == 1\n        for: ${hours}h\n`)
  })
})

async function metricsOf(services: TestServices): Promise<string> {
  const app = buildServer(services, { metricsToken: token })
  return (await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
}

it('each alert links to its runbook', () => {
  const rules = readFileSync(new URL('alert-rules.yaml', folder), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const links = [...rules.matchAll(/runbook: (\S+)/g)].map(([, link]) => link)
  expect(links).toEqual(alerts.map((name) => `docs/operations/runbooks.md#${name.toLowerCase()}`))
  const runbooks = readFileSync(new URL('../docs/operations/runbooks.md', folder), 'utf8')
  expect([...runbooks.matchAll(/^## (Quaff\w+)/gm)].map(([, name]) => name)).toEqual(alerts)
})

import { count } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

const writers = 8
const cuts = 12

/** Simulates a PostgreSQL restart. */
const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'quaff'`

describe.runIf(isOnPostgres)('while PostgreSQL cuts every connection again and again', () => {
  it('each write is answered or told to come again, and then done once', { timeout: 60_000 }, async () => {
    const services = await createTestServices()
    const app = buildServer(services, { mount: (server) => mountApi(server, services) })
    const { sessionId } = await asAdmin(services)
    const statuses = new Map<number, number>()
    const create = async (name: string, requestKey: string) => {
      const response = await app.request('/rpc/merchants/create', {
        method: 'POST',
        body: JSON.stringify({ json: { name, requestKey } }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
      })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      return response.status
    }
    const answered: string[] = []
    const write = async (writer: number) => {
      for (let number = 0; isCutting; number += 1) {
        const [name, requestKey] = [`Venue ${writer}.${number}`, randomUUID()]
        let status = await create(name, requestKey)
        for (; status === 503; status = await create(name, requestKey)) await pause(5)
        if (status !== 200) return
        answered.push(name)
      }
    }
    let isCutting = true
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    let cut = 0
    for (let round = 0; round < cuts; round += 1) {
      await pause(100)
      cut += await services.db.$client.query(cutAll).then(
        ({ rows }) => rows.length,
        () => 0,
      )
    }
    isCutting = false
    await writing
    expect(cut).toBeGreaterThan(cuts)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses.get(503)).toBeGreaterThan(0)
    expect(services.log.lines.filter(({ event }) => event === 'request_failed')).toEqual([])
    const stored = await services.db
      .select({ name: merchants.name, rows: count() })
      .from(merchants)
      .groupBy(merchants.name)
    expect(stored.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      answered.toSorted().map((name) => ({ name, rows: 1 })),
    )
  })
})

describe.runIf(isOnPostgres)('while the primary has become a follower', () => {
  it('a write must be repeated, and succeeds once a primary accepts writes', async () => {
    const services = await createTestServices()
    const app = buildServer(services, { mount: (server) => mountApi(server, services) })
    const { sessionId } = await asAdmin(services)
    const requestKey = randomUUID()
    const create = async () => {
      const response = await app.request('/rpc/merchants/create', {
        method: 'POST',
        body: JSON.stringify({ json: { name: 'Harbour', requestKey } }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
      })
      return [response.status, await response.text()]
    }
    const readOnly = async (value: 'on' | 'off') => {
      const client = await services.db.$client.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
      )
      await client.query(cutAll)
      // Applies to new connections only.
      client.release(true)
    }
    const isReadOnly = async () =>
      (await services.db.$client.query('select 1 where current_setting($1) = $2', ['transaction_read_only', 'on'])).rows
        .length === 1
    await readOnly('on')
    // The closed connection fails first.
    await expect.poll(() => isReadOnly().catch(() => false)).toBe(true)
    expect(await create()).toEqual([503, expect.stringContaining('DATABASE')])
    expect(services.log.lines.filter(({ event }) => event === 'request_failed')).toEqual([])
    await readOnly('off')
    await expect.poll(create).toEqual([200, expect.stringContaining('Harbour')])
  })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { expect, it } from 'vitest'
import { reuseDatabases } from './reuse-databases.mjs'

it('fits the test database as it is written today', () => {
  const code = readFileSync(new URL('../../../platform/testing/test-database.ts', import.meta.url), 'utf8')
  expect(() => reuseDatabases(code)).not.toThrow()
  expect(() => reuseDatabases('export const createTestDatabase = 1')).toThrow('reuse-databases.mjs')
})

/** Databases that are nothing but a number and the state that their catalog is in. */
function load() {
  const code = reuseDatabases(`const openDatabases = new Set(); let opened = 0
    export async function createTestDatabase() {
      const close = () => {}
      openDatabases.add(close)
      const pool = { shape: 'as migrated', query: async () => ({ rows: [{ shape: pool.shape }] }) }
      const db = { ask: () => 'answered' }
      return { number: ++opened, emptied: 0, db, pool, close, async truncate() { this.emptied += 1 } }
    }`)
  return compileFunction(`${code.replaceAll('export ', '')}; return createTestDatabase`)()
}

it('gives the next run what one has closed, emptied, and nobody a database in use', async () => {
  const create = load()
  const [first, second] = [await create(), await create()]
  expect([first.number, second.number]).toEqual([1, 2])
  await first.close()
  await first.close()
  const [third, fourth] = [await create(), await create()]
  expect([third.number, third.emptied, fourth.number]).toEqual([1, 2, 3])
})

it('gives nobody a database whose tables a test has changed or that it has cut off', async () => {
  const create = load()
  const [changed, cut] = [await create(), await create()]
  changed.pool.shape = 'another table'
  cut.pool.query = () => Promise.reject(new Error('closed'))
  await changed.close()
  await cut.close()
  expect((await create()).number).toBe(3)
})

it('forgets what was remembered of a database: an answer from before a guard was taken away would hide it', async () => {
  const create = load()
  const first = await create()
  await first.close()
  const again = await create()
  expect(again.number).toBe(first.number)
  expect(again.db).not.toBe(first.db)
  expect(again.db.ask()).toBe('answered')
})

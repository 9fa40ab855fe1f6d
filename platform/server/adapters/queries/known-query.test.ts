import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectInThread, type OpenDatabase } from '../pglite/open-pglite'
import { createEngine } from '../pglite/pglite-engine'
import { NamingClient } from './naming-client'

let database: OpenDatabase
let described = 0
beforeAll(async () => {
  database = connectInThread(await createEngine({ folder: null }), { Client: NamingClient })
  database.pool.on('connect', (client: PoolClient & { connection?: NodeJS.EventEmitter }) => {
    client.connection?.on('rowDescription', () => (described += 1))
  })
})
afterAll(() => database.close())

const text = `select g as number, g::text || ' cl' as words, null as nothing from generate_series(1, $1::int) g`
const ask = (config: object, ...values: unknown[]) => database.pool.query<never>(config as never, values)

it('the columns of what has a name are asked for once, and each answer is as the first', async () => {
  const first = await ask({ text }, 2)
  const before = described
  for (let sending = 0; sending < 6; sending += 1) {
    const { rows, fields, rowCount, command } = await ask({ text }, 2)
    expect({ rows, rowCount, command }).toEqual({ rows: first.rows, rowCount: 2, command: 'SELECT' })
    expect(fields.map(({ name }) => name)).toEqual(['number', 'words', 'nothing'])
  }
  // Once without a name and once with it.
  expect(described - before).toBe(2)
  expect(first.rows).toEqual([
    { number: 1, words: '1 cl', nothing: null },
    { number: 2, words: '2 cl', nothing: null },
  ])
  expect((await ask({ text }, 0)).rows).toEqual([])
})

it('lists and objects, and readers of their own and usual ones, are told apart', async () => {
  const types = { getTypeParser: () => (value: string) => `«${value}»` }
  for (let sending = 0; sending < 5; sending += 1) {
    expect((await ask({ text, rowMode: 'array' }, 1)).rows).toEqual([[1, '1 cl', null]])
    expect((await ask({ text, types }, 1)).rows).toEqual([{ number: '«1»', words: '«1 cl»', nothing: null }])
    expect((await ask({ text, rowMode: 'array', types }, 1)).rows).toEqual([['«1»', '«1 cl»', null]])
    expect((await ask({ text }, 1)).rows).toEqual([{ number: 1, words: '1 cl', nothing: null }])
  }
})

it('a statement that fails leaves the next ones as they were', async () => {
  const dividing = 'select 10 / $1::int as share'
  for (const value of [1, 2, 5]) expect((await ask({ text: dividing }, value)).rows).toEqual([{ share: 10 / value }])
  for (let time = 0; time < 2; time += 1) {
    await expect(ask({ text: dividing }, 0)).rejects.toThrow('division by zero')
    await expect(ask({ text: dividing }, 'ten')).rejects.toThrow('invalid input')
    expect((await ask({ text: dividing }, 5)).rows).toEqual([{ share: 2 }])
  }
})

it('what a store names itself is asked in the same way', async () => {
  const before = described
  for (let sending = 0; sending < 4; sending += 1)
    expect((await ask({ name: 'one_drink', text: 'select $1::int as drinks' }, sending)).rows).toEqual([
      { drinks: sending },
    ])
  expect(described - before).toBe(1)
})

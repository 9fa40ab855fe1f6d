import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toError } from '@quaff/platform/server/adapters/pglite/pglite-engine'
import { waitForDatabase } from '../commands/with-database'
import { SettingsError } from '../environment'
import { loadSecrets } from './secrets-file'
import { explainStart } from './start-error'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const embedded = () => ({ dataFolder: folder, database: { kind: 'embedded', folder } }) as const
const postgres = () =>
  ({
    dataFolder: folder,
    database: {
      kind: 'postgres',
      connectionString: 'postgresql://quaff:hush@db.example:5432/quaff',
      pooled: false,
      directConnectionString: 'postgresql://quaff:hush@db.example:5432/quaff',
    },
  }) as const
const coded = (code: string, message = 'no words') => Object.assign(new Error(message), { code })
const wrapped = (cause: Error) => new Error('Failed query: select', { cause })

describe('what keeps a server from starting', () => {
  it.each([
    ['a full disk', coded('ENOSPC'), 'DATA_DIR: the disk of FOLDER is full. Free up space, or choose another folder.'],
    [
      'a full disk, as the engine throws it',
      toError({ name: 'ErrnoError', errno: 51 }),
      'DATA_DIR: the disk of FOLDER is full.',
    ],
    ['a folder that is read only', coded('EROFS'), 'DATA_DIR: couldn’t write to FOLDER. Give this user write access'],
    ['a folder without write access', coded('EACCES'), 'DATA_DIR: couldn’t write to FOLDER.'],
  ])('is reported in one line: %s', async (_, error, line) => {
    const told = await explainStart(error, embedded())
    expect(told).toBeInstanceOf(SettingsError)
    expect(String(told)).toContain(line.replace('FOLDER', folder))
    expect(String(told)).not.toContain('\n')
  })

  it('ends in a system folder that takes no new ones, and says so', async () => {
    const dataFolder = '/proc/quaff/data'
    const error: unknown = await loadSecrets(dataFolder).catch((reason: unknown) => reason)
    expect(String(await explainStart(error, { ...embedded(), dataFolder }))).toContain(
      `DATA_DIR: couldn’t write to ${dataFolder}.`,
    )
  })

  it('names the folder that is a file', async () => {
    const dataFolder = join(folder, 'file')
    await writeFile(dataFolder, '')
    const error: unknown = await loadSecrets(dataFolder).catch((reason: unknown) => reason)
    expect(String(await explainStart(error, { ...embedded(), dataFolder }))).toContain(
      `DATA_DIR: ${dataFolder} isn’t a folder.`,
    )
  })

  it.each([
    [coded('ECONNREFUSED'), 'DATABASE_URL: couldn’t reach db.example:5432/quaff: connection refused.'],
    [wrapped(coded('ENOTFOUND')), 'couldn’t reach db.example:5432/quaff: unknown host.'],
    [new Error('timeout exceeded when trying to connect'), 'couldn’t reach db.example:5432/quaff: no response.'],
    [coded('28P01'), 'couldn’t use db.example:5432/quaff: wrong user or password.'],
    [coded('3D000'), 'quaff: the database doesn’t exist.'],
    [wrapped(coded('53100')), 'the database disk at db.example:5432/quaff is full.'],
  ])('names the database that %s', async (error, line) => {
    const told = String(await explainStart(error, postgres()))
    expect(told).toContain(`DATABASE_URL: `)
    expect(told).toContain(line)
    expect(told).not.toContain('hush')
  })

  it('stays as it is when it is no fault of the settings', async () => {
    const error = new TypeError('ours')
    expect(await explainStart(error, postgres())).toBe(error)
    expect(await explainStart(error, embedded())).toBe(error)
  })
})

describe('serve', () => {
  function poolThat(...errors: Error[]) {
    return {
      async query() {
        const error = errors.length > 1 ? errors.shift() : errors[0]
        if (error && error.message !== 'up') throw error
      },
    }
  }
  const wait = async (...errors: Error[]) => {
    const lines: unknown[] = []
    const log = { warn: (event: string, details?: object) => void lines.push({ event, ...details }) }
    const quick = { patienceMs: 50, retryMs: 5 }
    const waited: unknown = await waitForDatabase(poolThat(...errors), postgres(), log, quick).catch(
      (error: unknown) => error,
    )
    return { lines, waited }
  }

  it('waits for a database that is not there yet, and says so once', async () => {
    const away = coded('ECONNREFUSED')
    const { lines, waited } = await wait(away, away, coded('57P03'), new Error('up'))
    expect(waited).toBeUndefined()
    expect(lines).toEqual(
      ['connection refused', 'starting up'].map((why) => ({
        event: 'database_waiting',
        reason: `DATABASE_URL: couldn’t reach db.example:5432/quaff: ${why}.`,
        patienceMs: 50,
      })),
    )
  })

  it('gives up after a minute, or immediately when the database refuses the login', async () => {
    expect((await wait(coded('ECONNREFUSED'))).waited).toMatchObject({ code: 'ECONNREFUSED' })
    const refused = await wait(coded('28P01'), new Error('up'))
    expect(refused.waited).toMatchObject({ code: '28P01' })
    expect(refused.lines).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The modules of a checkout, found by the names that they export: a moved file changes nothing here. */
export function readCheckout(root) {
  const sources = ['apps', 'features', 'platform', 'database'].flatMap((folder) => sourcesIn(root, folder))
  const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const require = createRequire(join(root, 'apps/server/package.json'))
  const load = (path) => import(pathToFileURL(join(root, path)).href)

  async function find(name, { not = /\/console\// } = {}) {
    const declared = new RegExp(`^export (?:async )?(?:const|function|class) ${name}\\b`, 'm')
    const path = sources.find((one) => !not.test(one) && declared.test(texts.get(one)))
    if (!path) throw new Error(`Nothing exports ${name}. Rename it in lab/describe too.`)
    return (await load(path))[name]
  }

  return {
    root,
    sources,
    texts,
    load,
    find,
    findAll: async (names) =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await find(name)]))),
    library: (name) => import(pathToFileURL(require.resolve(name)).href),
  }
}

function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sourcesIn(root, path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.|\.gen\./.test(entry.name) ? [path] : []
  })
}

/** A server on an embedded database with a frozen clock and sequential ids, so that two runs give the same result. */
export async function openServer({ find, findAll }) {
  const openPgliteInThread = await find('openPgliteInThread')
  const { pool, db, close } = await openPgliteInThread({ folder: null })
  await (
    await find('migrate')
  )(pool)
  const made = await findAll([
    'DatabaseLiveBus',
    'nodeSecrets',
    'fastPasswords',
    'memoryFiles',
    'memoryWorkbench',
    'aesFieldCipher',
    'buildServer',
    'mountApi',
  ])
  const log = { debug() {}, info() {}, warn() {}, error: (event, facts) => console.error(event, facts) }
  const live = new made.DatabaseLiveBus({ db, log, pollMs: 100 })
  const services = {
    db,
    log,
    live,
    clock: { now: () => new Date('2026-03-10T12:00:00.000Z') },
    ids: countedIds(),
    passwords: made.fastPasswords(),
    secrets: made.nodeSecrets('a secret that only this script knows, 32+'),
    files: made.memoryFiles(),
    workbench: made.memoryWorkbench(),
    fieldCipher: made.aesFieldCipher([{ id: 'test', key: Buffer.alloc(32, 7) }]),
    repeats: { add() {}, read: () => 0 },
    settings: {
      baseUrl: 'http://127.0.0.1:3000',
      timeZone: 'UTC',
      release: { version: 'described', commit: null },
      secureCookies: false,
    },
  }
  return {
    services,
    app: made.buildServer(services, { mount: (server) => made.mountApi(server, services) }),
    rowsOf: async (text, values) => (await pool.query(text, values)).rows,
    async close() {
      await live.stop()
      await close()
    },
  }
}

function countedIds() {
  const counts = new Map()
  return {
    newId(prefix) {
      const next = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, next)
      return `${prefix}_${String(next).padStart(26, '0')}`
    },
  }
}

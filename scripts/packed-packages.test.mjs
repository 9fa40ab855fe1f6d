import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const exported = join(root, 'packages/firestore-export/testing/public-export/firestore_export')
const exampleOf = async (name) => {
  const readme = await readFile(join(root, 'packages', name, 'README.md'), 'utf8')
  return /```ts\n([^]*?)```/.exec(readme)?.[1] ?? ''
}

let folder
const inFolder = (command, ...args) => run(command, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } })

/** Compiles the example as a user with Node's own module resolution would, and runs it. */
async function runExample(name, text) {
  await writeFile(join(folder, `${name}.ts`), text)
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--strict',
    '--types',
    'node',
    '--skipLibCheck',
    'false',
  ]
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  await inFolder(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...options, ...types, `${name}.ts`)
  const { stdout } = await inFolder(process.execPath, `${name}.js`)
  return stdout
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quaff-packed-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const packed = []
  for (const name of ['client', 'firestore-export']) {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(root, 'packages', name),
    })
    packed.push(`./${JSON.parse(stdout.slice(stdout.indexOf('['))).at(0).filename}`)
  }
  await inFolder('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packed)
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a packed package in an empty folder', () => {
  it('client: the example of its README compiles, and reads every page', async () => {
    const asked = []
    const server = createServer((request, response) => {
      const url = new URL(request.url, 'http://stub')
      asked.push(`${request.headers.authorization} ${url.pathname}`)
      response.setHeader('content-type', 'application/json')
      if (url.pathname === '/v1/plans/pln_1') return response.end('{"id":"pln_1"}')
      const isFirst = !url.searchParams.has('cursor')
      const row = { id: isFirst ? 'sub_1' : 'sub_2', monthlyMinor: 2900 }
      response.end(JSON.stringify({ data: [row], nextCursor: isFirst ? 'next' : null }))
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${server.address().port}`
    const example = (await exampleOf('client'))
      .replace('https://console.example', address)
      .replace('process.env.QUAFF_SECRET', '"qk_live_1"')
    expect(await runExample('read', example)).toBe('sub_1 2900\nsub_2 2900\n')
    server.close()
    expect(asked).toEqual([
      'Bearer qk_live_1 /v1/merchants',
      'Bearer qk_live_1 /v1/plans/pln_1',
      'Bearer qk_live_1 /v1/subscriptions',
      'Bearer qk_live_1 /v1/subscriptions',
    ])
  }, 60_000)

  it('firestore-export: the example of its README counts the documents of a published export', async () => {
    const file = join(exported, 'all_namespaces/all_kinds/output-0')
    const example = `${await exampleOf('firestore-export')}\nconsole.log(JSON.stringify(await countDocuments(${JSON.stringify(file)})))\n`
    const counts = JSON.parse(await runExample('count', example))
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(14)
  }, 60_000)

  it('firestore-export: values can be read on their own', async () => {
    const code = `import(process.argv[1]).then((values) => console.log(typeof values.timeText))`
    const { stdout } = await inFolder(process.execPath, '--eval', code, '@quaff/firestore-export/values')
    expect(stdout).toBe('function\n')
  })
})

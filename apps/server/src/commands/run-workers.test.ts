import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const serverUrl = process.env['TEST_DATABASE_URL']
const name = 'quaff_workers'
const longMs = 120_000

/** A real server with its own database, queried through its single port. */
describe.runIf(serverUrl)('two workers', { timeout: longMs }, () => {
  let folder: string
  let origin: string
  let server: ChildProcess
  let said = ''
  let output = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workers-'))
    await administer(`drop database if exists ${name} with (force)`, `create database ${name}`)
    const port = await findPort()
    origin = `http://127.0.0.1:${port}`
    server = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('../main.ts', import.meta.url)), 'serve'],
      { env: { ...process.env, ...settingsOf(port, folder), WORKERS: '2' }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => (said += text))
    server.stdout?.on('data', (text: Buffer) => (output += text))
    await waitUntil(isReady).catch(() => {
      throw new Error(`The server did not start:\n${said}`)
    })
    await waitUntil(async () => workersOf(server).length === 2)
    // One worker is enough to answer, but not to test the death of the other.
    await waitUntil(async () => said.split('"event":"listening"').length > 2)
  }, longMs)

  afterAll(async () => {
    server.kill('SIGKILL')
    await administer(`drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  })

  /** Always uses a new connection. */
  async function isReady(): Promise<boolean> {
    const request = { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }
    return fetch(`${origin}/readyz`, request).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  it('write one JSON object per line, and the first names version and commit', () => {
    const lines = output
      .trim()
      .split('\n')
      .map((line) => z.looseObject({ event: z.string() }).parse(JSON.parse(line)))
    expect(lines[0]).toMatchObject({
      event: 'starting',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: null,
    })
    expect(lines.filter(({ event }) => event === 'listening')).toHaveLength(2)
  })

  it('answer on the one port, and say which of them speaks', async () => {
    const heard = new Set<string | undefined>()
    await waitUntil(async () => {
      const figures = await (await fetch(`${origin}/metrics`, { headers: { connection: 'close' } })).text()
      heard.add(/worker="(\d+)"/.exec(figures)?.[1])
      return heard.size > 0
    })
    expect([...heard].every(Boolean)).toBe(true)
  })

  it('leave the port answering when one is killed, which is replaced', async () => {
    const [victim, other] = workersOf(server)
    process.kill(Number(victim), 'SIGKILL')
    const answers: boolean[] = []
    for (let requested = 0; requested < 20; requested++) answers.push(await isReady())
    // Requests that the killed worker had just accepted are lost.
    expect(answers.filter((isWell) => !isWell).length).toBeLessThan(2)
    await waitUntil(async () => workersOf(server).length === 2)
    expect(workersOf(server)).toContain(other)
    expect(workersOf(server)).not.toContain(victim)
  })

  it('all end when the first process is asked to, one that just starts included, with code 0', async () => {
    const [victim] = workersOf(server)
    process.kill(Number(victim), 'SIGKILL')
    await waitUntil(async () => workersOf(server).length === 2 && !workersOf(server).includes(String(victim)))
    const workers = workersOf(server)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    for (const worker of workers) expect(() => process.kill(Number(worker), 0)).toThrow('ESRCH')
  })
})

const workersOf = (server: ChildProcess) =>
  execFileSync('sh', ['-c', `pgrep -P ${server.pid} -f main.ts || true`], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(Boolean)

const waitUntil = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: longMs / 2, interval: 100 })

async function administer(...statements: string[]): Promise<void> {
  const client = new Client(serverUrl)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function settingsOf(port: number, folder: string): Record<string, string> {
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return {
    DATABASE_URL: url.href,
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SESSION_SECRET: 'the session secret of this test, 32+',
    FIELD_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'workers@quaff.test',
    NODE_ENV: '',
    VITEST: '',
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openMailServer } from './mail-server'

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
const startMs = 180_000
const stopMs = 10_000

/** A server of our own on a data folder: `start` resolves when it answers, `stop` when it is gone. */
export class RunningServer {
  private child: ChildProcess | undefined
  private output = ''

  constructor(
    readonly url: string,
    private readonly env: Record<string, string>,
  ) {}

  async start(dataDir: string): Promise<void> {
    const { port } = new URL(this.url)
    const env = { ...process.env, ...this.env, PORT: port, DATA_DIR: dataDir }
    const child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    this.output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output += chunk))
    const deadline = performance.now() + startMs
    while (!(await this.isReady())) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`The server did not start:\n${this.output}`)
      await wait(50)
    }
  }

  async stop(): Promise<void> {
    const child = this.child
    this.child = undefined
    if (!child || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await gone
    clearTimeout(timer)
  }

  private isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  }
}

/**
 * Runs the server of one worker. Each test file starts with the shared state: demo data and open sessions, but no
 * emails.
 */
export class OwnServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'quaff-e2e-'))
  private file: string | undefined

  private constructor(
    private readonly server: RunningServer,
    private readonly mail: Awaited<ReturnType<typeof openMailServer>>,
  ) {}

  static async open(): Promise<OwnServer> {
    const mail = await openMailServer()
    const server = new RunningServer(`http://127.0.0.1:${await findFreePort()}`, {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Quaff <console@quaff.test>',
      // Webhook targets of the journeys are on this machine.
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    })
    return new OwnServer(server, mail)
  }

  get url(): string {
    return this.server.url
  }

  async openFor(file: string): Promise<void> {
    if (this.file === file) return
    this.file = file
    await this.server.stop()
    this.mail.empty()
    const dataDir = join(this.folder, 'data')
    rmSync(dataDir, { recursive: true, force: true })
    cpSync(preparedFolder(), dataDir, { recursive: true })
    await this.server.start(dataDir)
  }

  /** Allows work on an unused data folder, such as commands or a simulated day. */
  async whileStopped(work: (dataDir: string) => Promise<void>): Promise<void> {
    const dataDir = join(this.folder, 'data')
    await this.server.stop()
    await work(dataDir)
    await this.server.start(dataDir)
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.mail.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Made by `prepare-servers.ts`, which hands its path on in the environment. */
export function preparedFolder(): string {
  const folder = process.env['E2E_PREPARED']
  if (!folder) throw new Error('E2E_PREPARED names no folder: run the journeys with npm run e2e')
  return folder
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

type PostgresScripts = {
  findPostgres: () => Promise<{ reason?: string }>
  startPrivatePostgres: (programs: object) => Promise<{ url: string; stop: () => void }>
}

const partOf = async (name: string) =>
  (await import(new URL(`../../scripts/testing/services/${name}.mjs`, import.meta.url).href)) as PostgresScripts

/** A throw-away PostgreSQL, started by the same scripts as the server tests start theirs. */
export async function startPostgres(): Promise<{ url: string; stop: () => void }> {
  const programs = await (await partOf('find-postgres')).findPostgres()
  if (programs.reason) throw new Error(programs.reason)
  return (await partOf('start-private-postgres')).startPrivatePostgres(programs)
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Pool } from 'pg'
import { SettingsError } from '../../environment'

type Tool = 'pg_dump' | 'pg_restore'

/**
 * Returns the program for this server. Debian keeps the tools of each version in a folder of their own, so the server's
 * own version comes first.
 */
export async function findTool(tool: Tool, pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const server = Math.floor((rows[0]?.version ?? 0) / 10_000)
  const same = `/usr/lib/postgresql/${server}/bin/${tool}`
  if (existsSync(same)) return same
  const text = await runTool(tool, ['--version']).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new SettingsError(`${tool} isn’t on PATH. On Debian and Ubuntu, install postgresql-client.`)
    throw error
  })
  requireFitting(tool, Number(/(\d+)/.exec(text)?.[1] ?? 0), server)
  return tool
}

/** From 17 on, pg_restore sets `transaction_timeout`, which older servers refuse. */
const firstWithTimeout = 17

/** An older tool does not know the newer server. */
export function requireFitting(tool: Tool, own: number, server: number) {
  const isTooNew = tool === 'pg_restore' && own >= firstWithTimeout && server < firstWithTimeout
  if (own >= server && !isTooNew) return
  throw new SettingsError(`${tool} is version ${own}, the database ${server}. Install the PostgreSQL ${server} tools.`)
}

/** Ends with what it printed; fails with what it complained of. */
export function runTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new SettingsError(`${basename(program)} failed with ${code}: ${complaint.trim()}`)),
    )
  })
}

/** Passes the password in a private file, because every user of the machine can see a program's arguments. */
export async function withAddress<Result>(
  connectionString: string,
  passFile: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(connectionString)
  // A word between this program and its driver.
  url.searchParams.delete('pgbouncer')
  const password = decodeURIComponent(url.password)
  if (password === '') return work(url.href)
  await writeFile(passFile, `*:*:*:*:${password.replaceAll(/[\\:]/g, String.raw`\$&`)}\n`, { mode: 0o600 })
  url.password = ''
  url.searchParams.set('passfile', passFile)
  try {
    return await work(url.href)
  } finally {
    await rm(passFile, { force: true })
  }
}

import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { SettingsError } from '../../environment'

type Tool = 'pg_dump' | 'pg_restore'

/** They come with PostgreSQL; an older one does not know the newer server. */
export async function requireTool(tool: Tool, pool: Pool): Promise<void> {
  const text = await runTool(tool, ['--version']).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new SettingsError(`${tool} isn’t on PATH. On Debian and Ubuntu, install postgresql-client.`)
    throw error
  })
  const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const [own, server] = [Number(/(\d+)/.exec(text)?.[1] ?? 0), Math.floor((rows[0]?.version ?? 0) / 10_000)]
  if (own < server)
    throw new SettingsError(
      `${tool} is version ${own}, the database ${server}. Install the PostgreSQL ${server} tools.`,
    )
}

/** Ends with what it printed; fails with what it complained of. */
export function runTool(tool: Tool, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new SettingsError(`${tool} failed with ${code}: ${complaint.trim()}`)),
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

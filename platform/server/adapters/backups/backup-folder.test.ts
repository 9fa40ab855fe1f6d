import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { draftBackup, listSnapshots, nameOfSnapshot, requireWhole, thinSnapshots } from './backup-folder'
import { backupFormat, readManifest, type BackupManifest } from './backup-manifest'
import { TreeCopy, type TreePart } from './tree-copy'

let root: string
let parts: TreePart[]
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-folder-'))
  const folder = join(root, 'source')
  await mkdir(folder)
  for (let index = 0; index < 200; index++) await writeFile(join(folder, `file-${index}`), Buffer.alloc(100_000, index))
  parts = [{ name: 'files', folder, skips: () => false }]
  // Backups never share files that were written just before.
  await wait(1_200)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const folderOf = (name: string) => join(root, name)

async function takeInto(folder: string, at: string): Promise<string> {
  const path = join(folder, nameOfSnapshot(new Date(at)))
  const draft = await draftBackup(path, 0)
  const newest = (await listSnapshots(folder)).at(-1)
  const copy = new TreeCopy(
    draft.folder,
    newest ? { folder: newest.path, manifest: await readManifest(newest.path) } : null,
  )
  await copy.pass(parts)
  const { folders, files } = await copy.seal()
  const manifest: BackupManifest = {
    format: backupFormat,
    takenAt: at,
    version: 'test',
    engine: 'embedded',
    migration: 1,
    keys: { fieldKeys: [], sessionSecret: '', included: false },
    filesIn: 'backup',
    rowCounts: {},
    auditHead: null,
    totalBytes: 0,
    folders,
    files,
  }
  await draft.finish(manifest)
  return path
}

describe('a folder of backups', () => {
  it('keeps the old ones whole and shows no half, however often the process that writes one is killed', async () => {
    const folder = folderOf('killed')
    const first = await takeInto(folder, '2026-03-10T10:00:00Z')
    const second = await takeInto(folder, '2026-03-10T10:15:00Z')
    for (let round = 0; round < 5; round++) {
      const next = join(folder, nameOfSnapshot(new Date('2026-03-10T10:30:00Z')))
      const child = spawn(process.execPath, ['--input-type=module', '-e', endlessWriter(next, second)], {
        stdio: 'ignore',
      })
      await vi.waitUntil(() => existsSync(join(`${next}.unfinished`, 'files', 'file-20')), { timeout: 15_000 })
      await wait(round * 7)
      child.kill('SIGKILL')
      await new Promise((resolve) => child.on('exit', resolve))
      expect((await listSnapshots(folder)).map(({ path }) => path)).toEqual([first, second])
      await expect(readManifest(`${next}.unfinished`)).rejects.toThrow('isn’t a backup')
      for (const path of [first, second]) await requireWhole(path, await readManifest(path))
    }
    await thinSnapshots(folder, new Date('2026-03-10T10:30:00Z'))
    expect(await readdir(folder)).toEqual([first, second].map((path) => path.slice(folder.length + 1)))
  })

  it('lets the newer ones stay whole when the older, whose files they share, are thinned', async () => {
    const folder = folderOf('thinned')
    await takeInto(folder, '2026-03-10T10:00:00Z')
    const last = await takeInto(folder, '2026-03-10T10:15:00Z')
    expect(await thinSnapshots(folder, new Date('2026-03-15T00:00:00Z'))).toBe(1)
    expect((await listSnapshots(folder)).map(({ path }) => path)).toEqual([last])
    await requireWhole(last, await readManifest(last))
  })

  it('copies again what an earlier one should have and has not', async () => {
    const folder = folderOf('cleared')
    const first = await takeInto(folder, '2026-03-10T10:00:00Z')
    await rm(join(first, 'files', 'file-7'))
    const second = await takeInto(folder, '2026-03-10T10:15:00Z')
    await requireWhole(second, await readManifest(second))
  })

  it('refuses a disk without room before anything is written', async () => {
    const target = folderOf('no-room')
    await expect(draftBackup(target, 2 ** 60)).rejects.toThrow('MB. Nothing was written.')
    expect((await readdir(root)).filter((name) => name.startsWith('no-room'))).toEqual([])
  })
})

/** Begins the same backup again and again, so that a kill meets it in the middle. */
function endlessWriter(target: string, earlier: string): string {
  const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `
    const { register } = await import('tsx/esm/api'); register()
    const { draftBackup } = await import(${at('./backup-folder.ts')})
    const { readManifest } = await import(${at('./backup-manifest.ts')})
    const { TreeCopy } = await import(${at('./tree-copy.ts')})
    const folder = ${JSON.stringify(earlier)}
    const parts = [{ name: 'files', folder: ${JSON.stringify(parts[0]?.folder)}, skips: () => false }]
    for (;;) {
      const draft = await draftBackup(${JSON.stringify(target)}, 0)
      await new TreeCopy(draft.folder, { folder, manifest: await readManifest(folder) }).pass(parts)
    }`
}

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportExitCodeOf, exportLines } from '@quaff/features/imports/report-rules'
import { openTargetFolder } from '@quaff/platform/server/adapters/files/target-folder'
import { SettingsError, type ServerSettings } from '../environment'
import { exportDocuments } from './export-documents'

let root: string
const settings = {} as ServerSettings
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quaff-export-'))
})
afterEach(() => rm(root, { recursive: true }))

describe('npm run export', () => {
  it('says what can be typed, before it opens anything', async () => {
    for (const args of [[], ['a', 'b'], ['a', '--hashes'], ['--with-hashes'], ['a', '--format', 'xml']])
      await expect(exportDocuments(settings, args)).rejects.toThrow('Usage: npm run export -- <empty folder>')
  })

  it('leaves a folder alone in which something lies', async () => {
    await writeFile(join(root, 'mine.txt'), 'mine')
    await expect(exportDocuments(settings, [root])).rejects.toThrow(SettingsError)
    expect(await readdir(root)).toEqual(['mine.txt'])
  })

  it('says what it has written and what it missed', () => {
    const written = { documents: { users: 1_200, others: 3 }, files: 2, inexact: 0, missingFiles: ['brand/gone.webp'] }
    expect(exportLines(written).map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
      'Written',
      'Users 1,200',
      'Other documents 3',
      'Files 2',
      'Missing from file storage: brand/gone.webp',
    ])
    expect(exportExitCodeOf(written)).toBe(3)
    expect(exportExitCodeOf({ ...written, inexact: 0, missingFiles: [] })).toBe(0)
  })
})

describe('the folder', () => {
  it('is filled by pieces and by whole files that no one else reads', async () => {
    const place = join(root, 'new')
    const target = await openTargetFolder(place)
    await target?.append('a.ndjson', 'one\n')
    await target?.append('a.ndjson', 'two\n')
    await target?.write('storage/brand/x.webp', Buffer.from('picture'))
    await target?.close()
    expect(await readFile(join(place, 'a.ndjson'), 'utf8')).toBe('one\ntwo\n')
    expect(await readFile(join(place, 'storage/brand/x.webp'), 'utf8')).toBe('picture')
    for (const name of ['a.ndjson', 'storage/brand/x.webp'])
      expect((await stat(join(place, name))).mode & 0o777).toBe(0o600)
    for (const name of ['.', 'storage', 'storage/brand'])
      expect((await stat(join(place, name))).mode & 0o777).toBe(0o700)
  })

  it('is left by no name', async () => {
    const place = join(root, 'inner')
    await mkdir(place)
    const target = await openTargetFolder(place)
    await expect(target?.write('../out.webp', Buffer.from('x'))).rejects.toThrow('A file outside of the folder')
    await expect(target?.append('a/../../out', 'x')).rejects.toThrow('A file outside of the folder')
    expect(await readdir(root)).toEqual(['inner'])
  })
})

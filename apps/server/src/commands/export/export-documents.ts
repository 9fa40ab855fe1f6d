import { parseArgs } from 'node:util'
import { exportLines, exportExitCodeOf } from '@quaff/features/imports/exports/rules'
import { exportBusiness } from '@quaff/features/imports/server'
import { openTargetFolder } from '@quaff/platform/server/adapters/files/target-folder'
import { SettingsError, type ServerSettings } from '../../environment'
import { withDatabase } from '../database/with-database'
import { keepHeapSmall } from '../import/keep-heap-small'
import { hideProgress, showProgress } from '../import/show-progress'

const usage = 'Usage: npm run export -- <empty folder> [--with-hashes]'

/** `export …`: ends with 0, or with 3 where a file of the store is missing. */
export async function exportDocuments(settings: ServerSettings, args: readonly string[]): Promise<void> {
  keepHeapSmall()
  const { folder, withHashes } = readArguments(args)
  const target = await openTargetFolder(folder)
  if (!target) throw new SettingsError(`${folder} is not empty. Nothing was written.`)
  try {
    await withDatabase(settings, async (ctx) => {
      const written = await exportBusiness(ctx, target, { withHashes }, { progress })
      hideProgress()
      process.stdout.write(`${exportLines(written).join('\n')}\n`)
      process.exitCode = exportExitCodeOf(written)
    })
  } finally {
    hideProgress()
  }
}

const progress = (kind: string, count: number) => showProgress(`${count.toLocaleString('en-US')} ${kind}`)

function readArguments(args: readonly string[]): { folder: string; withHashes: boolean } {
  try {
    const options = { 'with-hashes': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder !== undefined && others.length === 0) return { folder, withHashes: values['with-hashes'] }
  } catch {
    // What can be typed is said below.
  }
  throw new SettingsError(usage)
}

import { parseArgs } from 'node:util'
import { exportLines, exportExitCodeOf } from '@quaff/features/imports/report-rules'
import type { ExportForm } from '@quaff/features/imports/runs-contract'
import { exportBusiness } from '@quaff/features/imports/server'
import { openTargetFolder } from '@quaff/platform/server/adapters/files/target-folder'
import { keepHeapSmall } from '@quaff/platform/server/keep-heap-small'
import { SettingsError, type ServerSettings } from '../environment'
import { hideProgress, showProgress } from './import/show-progress'
import { requireCurrencyDecimals } from './kept-decimals'
import { withDatabase } from './with-database'

const usage = 'Usage: npm run export -- <empty folder> [--with-hashes] [--format nfie]'

/** `export …`: ends with 0, or with 3 where a file of the store is missing or the form lacks words. */
export async function exportDocuments(settings: ServerSettings, args: readonly string[]) {
  keepHeapSmall('streaming')
  const { folder, withHashes, form } = readArguments(args)
  const target = await openTargetFolder(folder)
  if (!target) throw new SettingsError(`${folder} isn’t empty. Nothing was written.`)
  try {
    await withDatabase(settings, async (ctx) => {
      await requireCurrencyDecimals(ctx)
      const written = await exportBusiness(ctx, target, { withHashes, form }, { progress })
      hideProgress()
      process.stdout.write(`${exportLines(written).join('\n')}\n`)
      process.exitCode = exportExitCodeOf(written)
    })
  } finally {
    hideProgress()
  }
}

const progress = (kind: string, count: number) => showProgress(`${count.toLocaleString('en-US')} ${kind}`)

function readArguments(args: readonly string[]): { folder: string; withHashes: boolean; form: ExportForm } {
  try {
    const options = { 'with-hashes': { type: 'boolean', default: false }, format: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    const isKnown = values.format === undefined || values.format === 'nfie'
    if (folder !== undefined && others.length === 0 && isKnown)
      return { folder, withHashes: values['with-hashes'], form: values.format === 'nfie' ? 'tree' : 'lines' }
  } catch {
    // The usage is printed below.
  }
  throw new SettingsError(usage)
}

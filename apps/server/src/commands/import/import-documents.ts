import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CheckReport } from '@quaff/features/imports/contract'
import { exitCodeOf, faultTexts, levelTexts, reportLines } from '@quaff/features/imports/rules'
import { checkSources } from '@quaff/features/imports/server'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/source-folder'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import type { SourceFiles } from '@quaff/platform/server/ports'
import { byteOrderMark, csvLine } from '@quaff/platform/shared/csv'
import { SettingsError, type ServerSettings } from '../../environment'

const usage = 'Usage: npm run import -- <folder or file> [--json]'

/** `import <folder or file> [--json]`: reads everything, writes nothing but a report. Ends with 0, 2 or 3 (`exitCodeOf`). */
export async function importDocuments(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const { path, json } = readArguments(args)
  const files = await openSourceFolder(path).catch(() => {
    throw new SettingsError(`There is no folder and no file at ${path}`)
  })
  const { report, folder } = await check(files, settings.dataFolder)
  const lines = [
    ...reportLines(report),
    '',
    `Nothing was written. All problems, one a line: ${join(folder, 'problems.csv')}`,
  ]
  process.stdout.write(`${json ? JSON.stringify(report) : lines.join('\n')}\n`)
  process.exitCode = exitCodeOf(report)
}

function readArguments(args: readonly string[]): { path: string; json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [path, ...others] = positionals
    if (path !== undefined && others.length === 0) return { path, json: values.json }
  } catch {
    // What was typed is no option of ours: the same sentence helps.
  }
  throw new SettingsError(usage)
}

/** The report holds paths of documents: nobody but who ran the command may read it. */
const secret = { file: 0o600, folder: 0o700 } as const

async function check(files: SourceFiles, dataFolder: string): Promise<{ report: CheckReport; folder: string }> {
  const folder = join(dataFolder, 'imports', systemClock.now().toISOString().replaceAll(/[:.]/g, '-'))
  await mkdir(folder, { recursive: true, mode: secret.folder })
  const problems = await open(join(folder, 'problems.csv'), 'w', secret.file)
  const lines: string[] = [
    byteOrderMark,
    csvLine(['Level', 'Collection', 'Document', 'Field', 'Problem', 'Value', 'File', 'Place']),
  ]
  const flush = () => problems.appendFile(lines.splice(0).join(''))
  try {
    let writing = Promise.resolve()
    const report = await checkSources(files, {
      problem({ level, collection, path, field, fault, shown, file, place }) {
        lines.push(csvLine([levelTexts[level], collection, path, field, faultTexts[fault], shown, file, place]))
        if (lines.length >= 1_000) writing = writing.then(flush)
      },
      progress: showProgress,
    })
    await writing
    await flush()
    await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2), { mode: secret.file })
    return { report, folder }
  } finally {
    hideProgress()
    await problems.close()
  }
}

/** One line that is written over, where somebody looks at it. */
function showProgress(documents: number, file: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r\u001B[K${documents.toLocaleString('en-US')} documents · ${file.slice(-60)}`)
}

function hideProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}

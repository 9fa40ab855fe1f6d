import { basename, join } from 'node:path'
import { exitCodeOf, reportLines, runLines, runsLines } from '@quaff/features/imports/rules'
import {
  applyRun,
  checkSources,
  compareRun,
  continueRun,
  findRun,
  listRuns,
  type RunStart,
  startRun,
  undoRun,
} from '@quaff/features/imports/server'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/source-folder'
import { spoolFolder } from '@quaff/platform/server/adapters/files/spool-folder'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import type { Context } from '@quaff/platform/server/context'
import type { HashConfig } from '@quaff/platform/server/passwords/hash-config'
import type { SourceFiles } from '@quaff/platform/server/ports'
import { SettingsError, type ServerSettings } from '../../environment'
import { writeHashConfig } from '../../settings/hash-config-file'
import { withDatabase } from '../database/with-database'
import { openReport } from './open-report'
import { readImportArguments } from './read-import-arguments'
import { hideProgress, showProgress } from './show-progress'

/** `import …`: what `readImportArguments` says. A check ends with 0, 2 or 3 (`exitCodeOf`). */
export async function importDocuments(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const task = readImportArguments(args)
  try {
    if (task.kind === 'check') return await check(settings, task.path, task.json)
    await withDatabase(settings, async (ctx) => {
      if (task.kind === 'runs') return print(runsLines(await listRuns(ctx.db, shownRuns)))
      if (task.kind === 'report') return report(ctx, task.runId, task.json)
      if (task.kind === 'apply') return apply(ctx, settings, task)
      const spool = spoolOf(settings)(task.runId)
      const goOn = task.kind === 'undo' ? undoRun : continueRun
      return print(runLines(await goOn(ctx, spool, task.runId, written)))
    })
  } finally {
    hideProgress()
  }
}

const shownRuns = 50
const print = (lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`)
const written = { progress: (kind: string, count: number) => showProgress(`${count.toLocaleString('en-US')} ${kind}`) }
const spoolOf = (settings: ServerSettings) => (runId: string) =>
  spoolFolder(join(settings.dataFolder, 'imports', runId))

async function check({ dataFolder }: ServerSettings, path: string, json: boolean): Promise<void> {
  const files = await openSources(path)
  const saved = await openReport(join(dataFolder, 'imports', systemClock.now().toISOString().replaceAll(/[:.]/g, '-')))
  const report = await checkSources(files, { ...saved, progress: readSoFar })
  const problems = await saved.close(report)
  if (json) print([JSON.stringify(report)])
  else print([...reportLines(report), '', `Nothing was written. All problems, one a line: ${problems}`])
  process.exitCode = exitCodeOf(report)
}

async function apply(
  ctx: Context,
  settings: ServerSettings,
  { path, options }: { path: string; options: RunStart['options'] },
): Promise<void> {
  const files = await openSources(path)
  const keepHashConfig = (config: HashConfig) => writeHashConfig(settings.hashConfigFile, config)
  const start = { source: basename(path), options, startedBy: null, keepHashConfig }
  const listener = { problem() {}, progress: readSoFar }
  const { runId, report, spool } = await startRun(ctx, files, spoolOf(settings), start, listener)
  print([...reportLines(report), '', `Writing. If it is interrupted: npm run import -- --continue ${runId}`])
  print(runLines(await applyRun(ctx, spool, runId, written)))
}

/** What was found, what became of it, and its sums beside what is here by now. */
async function report(ctx: Context, runId: string, json: boolean): Promise<void> {
  const run = await findRun(ctx.db, runId)
  if (!run) throw new SettingsError(`There is no import ${runId}`)
  const shown = { ...run, comparison: run.state === 'done' ? await compareRun(ctx, run) : null }
  if (json) return print([JSON.stringify(shown)])
  print([...(shown.report ? reportLines(shown.report) : []), ...runLines(shown)])
}

const readSoFar = (documents: number, file: string) =>
  showProgress(`${documents.toLocaleString('en-US')} documents · ${file.slice(-60)}`)

async function openSources(path: string): Promise<SourceFiles> {
  try {
    return await openSourceFolder(path)
  } catch {
    throw new SettingsError(`There is no folder and no file at ${path}`)
  }
}

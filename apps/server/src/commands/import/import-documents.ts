import { existsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { problemColumns } from '@quaff/features/imports/problem-rules'
import type { CheckReport, ImportProblem } from '@quaff/features/imports/report-contract'
import { exitCodeOf, reportLines } from '@quaff/features/imports/report-rules'
import {
  incompleteText,
  keptLines,
  runLines,
  runsLines,
  skippedByCheck,
  skippedByRun,
} from '@quaff/features/imports/runs-rules'
import {
  applyRun,
  checkSources,
  compareRun,
  continueRun,
  findRun,
  type ImportRun,
  listKept,
  listRuns,
  releaseRun,
  startRun,
  undoRun,
  type FindHere,
  findHere,
  nobodyHere,
  openSources,
} from '@quaff/features/imports/server'
import { checkPassword, type PasswordCheck } from '@quaff/features/sign-in/server'
import type { Context, HashConfig, SourceFiles } from '@quaff/platform/server'
import { spoolFolder } from '@quaff/platform/server/adapters/files/spool-folder'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/workbench-folder'
import { findLockHolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import { keepHeapSmall } from '@quaff/platform/server/keep-heap-small'
import { byteOrderMark, csvLine } from '@quaff/platform/shared/csv'
import { SettingsError, type ServerSettings } from '../../environment'
import { openDatabase } from '../../services'
import { writeHashConfig } from '../../settings/hash-config-file'
import { failOnCrash } from '../fail-on-crash'
import { requireCurrencyDecimals } from '../kept-decimals'
import { withDatabase } from '../with-database'
import { type ImportTask, readImportArguments, askSecret } from './read-import-arguments'
import { hideProgress, showProgress } from './show-progress'

/** Runs one task of `readImportArguments`. docs/importing.md lists the exit codes. */
export async function importDocuments(settings: ServerSettings, args: readonly string[]): Promise<void> {
  keepHeapSmall('streaming')
  const task = readImportArguments(args)
  try {
    if (task.kind === 'check') return await check(settings, task)
    await withDatabase(settings, async (ctx) => {
      await requireCurrencyDecimals(ctx)
      if (task.kind === 'runs') return print(runsLines(await listRuns(ctx.db, shownRuns)))
      if (task.kind === 'report') return report(ctx, task)
      if (task.kind === 'check-password') return tryPassword(ctx, task.email)
      if (task.kind === 'apply') return apply(ctx, settings, task)
      const spool = spoolOf(settings)(task.runId)
      const goOn = task.kind === 'undo' ? undoRun : continueRun
      return tellEnd(ctx, await released(ctx, task.runId, goOn(ctx, spool, task.runId, written)))
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

async function check(settings: ServerSettings, { path, map, json, options }: Extract<ImportTask, { kind: 'check' }>) {
  const files = await openFiles(path, map)
  const saved = await openReport(
    join(settings.dataFolder, 'imports', systemClock.now().toISOString().replaceAll(/[:.]/g, '-')),
  )
  const here = findExistingRecords(settings)
  const report = await checkSources(files, { ...saved, progress: readSoFar }, here.find, options)
  const problems = await saved.close(report)
  if (json) print([JSON.stringify(report)])
  else
    print([
      ...reportLines(report),
      ...(here.isSkipped ? notLooked : []),
      '',
      `Nothing was written. All problems: ${problems}`,
      ...closing(incompleteText(report, skippedByCheck(report))),
    ])
  process.exitCode = exitCodeOf(report)
}

const notLooked = [
  '',
  'The database is in use by a server, so existing users weren’t checked and may be reported as missing.',
]

async function apply(
  ctx: Context,
  settings: ServerSettings,
  { path, map, options }: Extract<ImportTask, { kind: 'apply' }>,
) {
  const files = await openFiles(path, map)
  const keepHashConfig = (config: HashConfig) => writeHashConfig(settings.hashConfigFile, config)
  const start = { source: basename(path), options, startedBy: null, keepHashConfig }
  const listener = { problem() {}, progress: readSoFar }
  const { runId, report, spool } = await startRun(ctx, files, spoolOf(settings), start, listener)
  print([...reportLines(report), '', `Writing… If interrupted: npm run import -- --continue ${runId}`])
  await tellEnd(ctx, await released(ctx, runId, applyRun(ctx, spool, runId, written)))
}

const closing = (text: string | null) => (text === null ? [] : ['', text])

/** Prints what became of a run. What is incomplete is the last line and the exit code. */
async function tellEnd(ctx: Context, run: ImportRun) {
  if (run.state === 'undone') {
    const kept = await listKept(ctx.db, run.id)
    print([...runLines(run), ...keptLines(run.id, kept)])
    if (kept.length > 0) process.exitCode = 3
    return
  }
  const incomplete = run.report && incompleteText(run.report, skippedByRun(run))
  print([...runLines(run), ...closing(incomplete)])
  if (incomplete !== null) process.exitCode = 2
}

/** Prints the findings, the outcome, and the totals beside the current ones. */
async function report(ctx: Context, { runId, json }: { runId: string; json: boolean }): Promise<void> {
  const run = await findRun(ctx.db, runId)
  if (!run) throw new SettingsError(`Import ${runId} not found. List all: npm run import -- runs`)
  const kept = await listKept(ctx.db, runId)
  const shown = { ...run, comparison: run.state === 'done' ? await compareRun(ctx, run) : null, kept }
  if (json) return print([JSON.stringify(shown, null, 2)])
  print([
    ...(shown.report ? reportLines(shown.report) : []),
    ...runLines(shown),
    ...keptLines(runId, kept),
    ...closing(run.state === 'done' && run.report ? incompleteText(run.report, skippedByRun(run)) : null),
  ])
}

const passwordMessages: Record<PasswordCheck, string> = {
  right: 'Correct. Stored with current settings.',
  borrowed: 'Correct, using the old system’s settings. Updated at the first sign-in.',
  wrong: 'Incorrect. If the password is right, check the hash settings: they may be from another system.',
  none: 'This user has no password yet and can set one by email.',
  unknown: 'No user with this email.',
}

/** Ends with 1 unless the password is right. */
async function tryPassword(ctx: Context, email: string) {
  const found = await checkPassword(ctx, email, await askSecret(`Password for ${email}: `))
  print([passwordMessages[found]])
  if (found !== 'right' && found !== 'borrowed') process.exitCode = 1
}

/** Stores the error with the run, so that it can be read later. */
async function released<Result>(ctx: Context, runId: string, work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    await releaseRun(ctx, runId, error)
    throw error
  }
}

const readSoFar = (documents: number, file: string) =>
  showProgress(`${documents.toLocaleString('en-US')} documents · ${file.slice(-60)}`)

async function openFiles(path: string, map: string | null) {
  const files = await openFolder(path)
  return map === null ? files : withIds(files, await openFolder(map), map)
}

async function openFolder(path: string) {
  try {
    return await openSourceFolder(path)
  } catch {
    throw new SettingsError(`${path} not found`)
  }
}

/** The report contains document paths, so only the user who ran the command may read it. */
const secret = { file: 0o600, folder: 0o700 } as const
const linesAtOnce = 1_000

/** `problems.csv`, written while problems are found, and `report.json` with the counts; `close` gives the former's path. */
async function openReport(folder: string) {
  await mkdir(folder, { recursive: true, mode: secret.folder })
  const path = join(folder, 'problems.csv')
  const file = await open(path, 'w', secret.file)
  const lines: string[] = [byteOrderMark, csvLine(problemColumns.map(({ header }) => header))]
  const flush = () => file.appendFile(lines.splice(0).join(''))
  let writing = Promise.resolve()
  return {
    problem(problem: ImportProblem): void {
      lines.push(csvLine(problemColumns.map(({ cell }) => cell(problem))))
      if (lines.length >= linesAtOnce) writing = writing.then(flush)
    },
    async close(report: CheckReport): Promise<string> {
      await writing
      await flush()
      await file.close()
      await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2), { mode: secret.file })
      return path
    },
  }
}

/**
 * Used by a check, which writes nothing: opens the database only if documents refer to others that they do not
 * contain, and never creates or migrates it. `isSkipped`: a running server has the embedded one.
 */
function findExistingRecords(settings: Pick<ServerSettings, 'database'>) {
  const look = { isSkipped: false, find }
  return look

  async function find(names: Parameters<FindHere>[0]): ReturnType<FindHere> {
    const { database } = settings
    if (database.kind === 'embedded') {
      if (!existsSync(database.folder)) return nobodyHere(names)
      look.isSkipped = (await findLockHolder(database.folder)) !== null
      if (look.isSkipped) return nobodyHere(names)
    }
    const opened = await openDatabase(settings, failOnCrash)
    try {
      return await findHere(opened.db, names)
    } finally {
      await opened.close()
    }
  }
}

/** The files of the import plus a file that assigns ids to its documents. */
async function withIds(files: SourceFiles, map: SourceFiles, path: string): Promise<SourceFiles> {
  const [source, ...others] = await openSources(map)
  if (source?.format.kind !== 'ids' || others.length > 0)
    throw new SettingsError(`${path} has no IDs. The first line must have the columns document and id`)
  // The suffix keeps the name distinct from every file of the folder, even if the map lies there too.
  const name = `${basename(path)} (--map)`
  return {
    list: async () => [...(await files.list()), { path: name, bytes: source.bytes }],
    open: (file, part) => (file === name ? map.open(source.path, part) : files.open(file, part)),
  }
}

import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rootFolder } from '../../setup/root-folder.mjs'
import { findEquivalents } from './equivalents.mjs'
import { findMutants, isGuarded } from './find-mutants.mjs'
import { chooseSample } from './choose-sample.mjs'
import { describeScore, scoreOf } from './score.mjs'

const folder = join(rootFolder, 'artifacts', 'mutation')
const config = fileURLToPath(new URL('./mutation.config.mjs', import.meta.url))

/**
 * Takes every guard away, one at a time, and prints how many of them a test misses. Resolves with the counts.
 * Writes `artifacts/mutation/report.json`.
 */
export async function runMutation({ only = [], sample, seed = 1, workers = 2, databaseUrl } = {}) {
  const files = listFiles()
  const all = files.filter(isGuarded).flatMap((path) => findMutants(path, readFileSync(join(rootFolder, path), 'utf8')))
  const excused = findEquivalents(all)
  const inScope = all.filter(({ id, feature }) => !excused.has(id) && (only.length === 0 || only.includes(feature)))
  const mutants = sample ? chooseSample(inScope, sample, seed) : inScope
  const tests = testsFor(files, only)
  const { asked, lines } = await judge(mutants, tests, { workers, databaseUrl })
  const score = scoreOf(mutants, asked, lines)
  writeFileSync(join(folder, 'report.json'), JSON.stringify(score, null, 1))
  console.log(describeScore(score, excused.size))
  return { passed: score.killed, failed: score.survived.length + score.broken.length }
}

function listFiles() {
  return ['features', 'platform/server', 'apps/server/src'].flatMap((top) =>
    readdirSync(join(rootFolder, top), { recursive: true })
      .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !file.includes('node_modules/')),
  )
}

/** What goes through the doors of the server is for every feature, the rest for its own. */
function testsFor(files, only) {
  const tests = files.filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('/console/'))
  return tests.filter((path) => {
    const owner = /^features\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('platform/') ? 'platform' : undefined)
    return !owner || only.length === 0 || only.includes(owner)
  })
}

async function judge(mutants, tests, { workers, databaseUrl }) {
  mkdirSync(folder, { recursive: true })
  const [asked, results, log] = ['asked.json', 'results.jsonl', 'vitest.log'].map((name) => join(folder, name))
  writeFileSync(log, '')
  writeFileSync(asked, JSON.stringify(mutants.map(({ id, kind, feature }) => [id, { kind, feature }])))
  writeFileSync(results, '')
  const env = {
    ...process.env,
    MUTATION_ASKED: asked,
    MUTATION_RESULTS: results,
    MUTATION_WORKERS: String(workers),
    ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
  }
  const run = async (pass, chosen) =>
    appendFileSync(log, await runVitest({ ...env, MUTATION_PASS: pass, MUTATION_TESTS: JSON.stringify(chosen) }))
  const early = tests.filter((path) => !path.startsWith('apps/') || path.endsWith('/matrix.test.ts'))
  await run('first', early)
  const left = filesToAsk(mutants, tests, readLines(results))
  if (left.length > 0) await run('second', left)
  return { lines: readLines(results), asked: [...early, ...left] }
}

/** The test files that pass a guard which nobody has missed yet, or might, and were not asked about it. */
function filesToAsk(mutants, tests, lines) {
  const killed = new Set(lines.flatMap((line) => line.killed ?? []))
  if (mutants.every(({ id }) => killed.has(id))) return []
  const tried = new Set(lines.filter((line) => line.tried).map((line) => `${line.tried} ${line.file}`))
  const done = new Set(lines.flatMap((line) => line.done ?? []))
  const open = lines.filter(({ reached, file }) => reached && !killed.has(reached) && !tried.has(`${reached} ${file}`))
  return [...new Set([...open.map(({ file }) => file), ...tests.filter((file) => !done.has(file))])]
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function runVitest(env) {
  const program = join(rootFolder, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', '--config', config], { cwd: rootFolder, env })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  return new Promise((resolve) => child.on('close', () => resolve(output)))
}

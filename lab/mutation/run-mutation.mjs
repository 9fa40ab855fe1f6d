import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { runCommand } from '../../scripts/setup/run-step.mjs'
import { findEquivalents } from './equivalents.mjs'
import { findMutants, isGuarded } from './find-mutants.mjs'
import { hashOf, keepFound, readLines } from './judging/kept.mjs'
import { describeScore, scoreOf } from './score.mjs'

const folder = join(rootFolder, 'artifacts', 'mutation')
const config = fileURLToPath(new URL('./mutation.config.mjs', import.meta.url))

/**
 * Removes each guard in turn and prints how many the tests miss. Resolves with the counts and writes
 * `artifacts/mutation/report.json`. `keep`: file of results that the next run continues; `near` skips the third pass;
 * `ask` limits the test files by path prefix; `only` limits and orders the features.
 */
export async function runMutation({ only = [], ask, sample, seed = 1, workers = 2, databaseUrl, keep, near } = {}) {
  const files = listFiles()
  const all = findAllMutants(files)
  const excused = findEquivalents(all)
  const inScope = all.filter(({ id, feature }) => !excused.has(id) && (only.length === 0 || only.includes(feature)))
  inScope.sort((one, other) => only.indexOf(one.feature) - only.indexOf(other.feature))
  const mutants = sample ? chooseSample(inScope, sample, seed) : inScope
  const { asked, lines } = await judge(
    { all, mutants, tests: testsFor(files, only) },
    { workers, databaseUrl, keep, near, ask },
  )
  const score = scoreOf(mutants, asked, lines)
  writeFileSync(join(folder, 'report.json'), JSON.stringify(score, null, 1))
  console.log(describeScore(score, excused.size))
  return { passed: score.killed, failed: score.survived.length + score.broken.length }
}

/** Returns the mutants of the whole project. */
export function findAllMutants(files = listFiles()) {
  return files.filter(isGuarded).flatMap((path) => findMutants(path, readFileSync(join(rootFolder, path), 'utf8')))
}

function listFiles() {
  return ['features', 'packages', 'platform/server', 'apps/server/src'].flatMap((top) =>
    readdirSync(join(rootFolder, top), { recursive: true })
      .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !file.includes('node_modules/')),
  )
}

/** Tests through the server's endpoints cover every feature, other tests their own. */
function testsFor(files, only) {
  const tests = files.filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('/console/'))
  return tests.filter((path) => {
    const owner = featureOf(path) ?? (path.startsWith('platform/') ? 'platform' : undefined)
    return !owner || only.length === 0 || only.includes(owner)
  })
}

/**
 * The matrix first, then what lies in the feature of a guard or in the platform's own folder, in the order of the guards: they
 * know them best.
 */
export function nearestTests(tests, mutants) {
  const order = ['', ...new Set(mutants.map(({ feature }) => feature))]
  const placeOf = (path) => {
    if (path.endsWith('/matrix.test.ts')) return 0
    return order.indexOf(featureOf(path) ?? (/^platform\/server\/[^/]+$/.test(path) ? 'platform' : undefined))
  }
  const near = mutants.length === 0 ? [] : tests.filter((path) => placeOf(path) >= 0)
  return near.sort((one, other) => placeOf(one) - placeOf(other))
}

const featureOf = (path) => /^(?:features|packages)\/([^/]+)\//.exec(path)?.[1]

/** Three passes, each for the guards that the previous one missed: most are detected by the tests closest to them. */
async function judge({ all, mutants, tests }, { workers, databaseUrl, keep, near, ask }) {
  mkdirSync(folder, { recursive: true })
  const [asked, given, reach, log] = ['asked.json', 'results.jsonl', 'reach.jsonl', 'vitest.log'].map((name) =>
    join(folder, name),
  )
  const results = keep ?? given
  if (!keep) writeFileSync(results, '')
  const found = keepFound(results, all, rootFolder)
  const open = mutants.filter(({ id }) => !found.has(id))
  const earlier = mutants.length - open.length
  if (earlier > 0) console.log(`  ${earlier} of ${mutants.length} missed in an earlier run`)
  writeFileSync(asked, JSON.stringify(open.map(describeAsked)))
  for (const file of [reach, log]) writeFileSync(file, '')
  const env = {
    MUTATION_ASKED: asked,
    MUTATION_RESULTS: results,
    MUTATION_REACH: reach,
    MUTATION_WORKERS: String(workers),
    ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
  }
  const told = () => [...readLines(results), ...readLines(reach)]
  const ids = new Set(mutants.map(({ id }) => id))
  const countFound = () => new Set(told().flatMap(({ killed }) => (ids.has(killed) ? [killed] : []))).size
  const chosen = new Set()
  const run = async (pass, files) => {
    if (files.length === 0 || countFound() === mutants.length) return
    for (const file of files) chosen.add(file)
    const started = performance.now()
    const { output } = await runCommand('vitest', ['run', '--config', config], {
      env: { ...env, MUTATION_PASS: pass, MUTATION_TESTS: JSON.stringify(files) },
    })
    appendFileSync(log, output)
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`  ${countFound()} of ${mutants.length} missed after ${files.length} files more, ${seconds} s`)
  }
  if (!ask) await run('first', nearestTests(tests, open))
  await run('second', ask ? testsBelow(ask, tests) : filesToAsk(told()))
  if (!near && !ask)
    await run(
      'third',
      tests.filter((file) => !chosen.has(file)),
    )
  return { lines: told(), asked: [...chosen] }
}

/** In the order of the prefixes. */
export const testsBelow = (beginnings, tests) => [
  ...new Set(beginnings.flatMap((beginning) => tests.filter((file) => file.startsWith(beginning)))),
]

const describeAsked = ({ id, kind, feature, path }) => [id, { kind, feature, of: hashOf(rootFolder, path) }]

/** The test files that pass an undetected guard and have untried variants. */
export function filesToAsk(lines) {
  const killed = new Set(lines.flatMap((line) => line.killed ?? []))
  const tried = new Set(lines.filter((line) => line.tried && line.final).map((line) => `${line.tried} ${line.file}`))
  const open = lines.filter(({ reached, file }) => reached && !killed.has(reached) && !tried.has(`${reached} ${file}`))
  return [...new Set(open.map(({ file }) => file))]
}

/** `count` of `all`, the same ones for the same seed. */
export function chooseSample(all, count, seed) {
  const left = [...all]
  const next = randomOf(seed)
  const chosen = []
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1))
  return chosen
}

/** Mulberry32. */
function randomOf(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

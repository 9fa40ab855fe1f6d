import { appendFileSync, readFileSync } from 'node:fs'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { judgeTogether } from './judge-together.mjs'
import { hashOf, readLines } from './kept.mjs'

const resultFile = process.env.MUTATION_RESULTS ?? ''
/** Apart from the results, which are read again for every guard: this one names thousands of tests. */
const reachFile = process.env.MUTATION_REACH ?? ''
const asked = new Map(JSON.parse(readFileSync(process.env.MUTATION_ASKED ?? '/dev/null', 'utf8') || '[]'))
const isFirstPass = process.env.MUTATION_PASS === 'first'
/** A thousand rounds of something would be played again for every guard. */
const slowMs = 8_000
/** Its tests begin with the same rows each: what one writes is rolled back before the next. */
const isMatrix = (fileName) => fileName.endsWith('/matrix.test.ts')
const endpointKinds = ['anyRole', 'asAdministrator', 'roleAdded', 'roleLost', 'signedOut']

const tell = (line, file = resultFile) => appendFileSync(file, `${JSON.stringify(line)}\n`)

/** Includes the hashes that must stay equal for a later run to reuse it. */
const tellFound = (id, file, test, seconds) =>
  tell({ killed: id, file, test, seconds, of: asked.get(id).of, by: hashOf(rootFolder, file) })

/**
 * The matrix is best at detecting missing rights, and the feature's own tests at the rest, so nothing is tried twice.
 */
function isMine(file, id) {
  const { kind, feature } = asked.get(id)
  if (!isFirstPass || /(rules|permissions)\.test\.ts$/.test(file)) return true
  if (endpointKinds.includes(kind)) return isMatrix(file)
  return file.startsWith(`features/${feature}/`) || file.startsWith(`${feature}/`)
}

/** Pass `final` after all ways of running the file were tried. */
function isSettled(file, id, { final = false } = {}) {
  const isTried = (line) => line.tried === id && line.file === file && (line.final || !final)
  return readLines(resultFile).some((line) => line.killed === id || isTried(line))
}

/**
 * The earlier result for the file: for each undetected guard the tests that pass it, and the whole file if its setup
 * passes it. Undefined for a new file.
 */
export function findEarlier(fileName) {
  const lines = readLines(resultFile)
  if (!lines.some((line) => line.done === fileName)) return undefined
  const killed = new Set(lines.flatMap((line) => line.killed ?? []))
  const open = readLines(reachFile).filter((line) => line.file === fileName && !killed.has(line.reached))
  return open.map(({ reached, tests, around }) => ({ id: reached, tests, around }))
}

/**
 * Writes which guards the file passes and which of them it notices to be off. `run(tests, guard)` runs tests with one guard
 * off, `play` as `judge-together.mjs` says.
 */
export async function judgeFile(file, { earlier, reached }, { run, play }) {
  const all = earlier ?? noteReached(file, reached)
  const mine =
    isFirstPass && !isMatrix(file.name) && setUpMs(file) > slowMs ? [] : all.filter(({ id }) => isMine(file.name, id))
  await judgeInRounds(file, mine, play)
  if (!isFirstPass && !isMatrix(file.name)) await judgeOneByOne(file, mine, run)
  tell({ done: file.name })
}

async function judgeInRounds(file, guards, play) {
  const asking = guards.filter(({ id, tests }) => tests.length > 0 && !isSettled(file.name, id))
  if (asking.length === 0) return
  const started = performance.now()
  const known = new Map(allTests(file).map((test) => [test.id, test]))
  // The matrix drops its caches between endpoints; in other files one test may need another's rows.
  const placeOf = (test) => (isMatrix(file.name) ? namesOf(known.get(test))[0] : file.name)
  const found = (id, test) => tellFound(id, file.name, namesOf(known.get(test)).join(' > '))
  const left = await judgeTogether(new Map(asking.map(({ id, tests }) => [id, tests])), play, placeOf, found)
  for (const id of left) tell({ tried: id, file: file.name, final: isMatrix(file.name) })
  tell({ rounds: file.name, guards: asking.length, left: left.length, seconds: secondsSince(started) })
}

/**
 * Handles undetected guards: the guard is also off in the setup, and tests run in sequence, because each may need
 * earlier ones.
 */
async function judgeOneByOne(file, guards, run) {
  const findKiller = createJudge(run)
  for (const { id, tests, around } of guards) {
    const testIds = around ?? tests
    if (testIds.length === 0 || isSettled(file.name, id, { final: true })) continue
    const started = performance.now()
    const killer = await findKiller(testIds, id)
    if (killer) tellFound(id, file.name, killer.name, secondsSince(started))
    else tell({ tried: id, file: file.name, final: true, seconds: secondsSince(started) })
  }
}

/** Returns the setup time in ms. A file that inserts tens of thousands of rows in each run is judged last. */
function setUpMs(file) {
  const testsMs = allTests(file).reduce((sum, { result }) => sum + (result?.duration ?? 0), 0)
  return (file.result?.duration ?? 0) - testsMs
}

const secondsSince = (started) => Number(((performance.now() - started) / 1000).toFixed(1))

function namesOf(test) {
  return test.suite ? [...namesOf(test.suite), test.name] : [test.name]
}

function noteReached(file, reached) {
  if (file.result?.state !== 'pass') tell({ broken: file.name, why: firstError(file) })
  const tests = quickTests(file)
  const isAround = (id) => !isMatrix(file.name) && reached.get('file')?.has(id)
  const passing = (id) => tests.filter((test) => reached.get(test.id)?.has(id)).map((test) => test.id)
  const ids = new Set([...reached.values()].flatMap((guards) => [...guards]))
  const noted = [...ids]
    .filter((id) => asked.has(id))
    .map((id) => ({ id, tests: passing(id), around: isAround(id) ? tests.map((test) => test.id) : undefined }))
  for (const { id, ...rest } of noted) tell({ reached: id, file: file.name, ...rest }, reachFile)
  return noted
}

const quickTests = (file) =>
  allTests(file).filter(({ result }) => result?.state === 'pass' && (result.duration ?? 0) < slowMs)

/** A failure counts when the same tests pass with every guard on. */
function createJudge(run) {
  const passAlone = new Map()
  return async (testIds, id) => {
    const ran = await run(testIds, id)
    const failed = ran.find((one) => one.failed)
    if (!failed) return undefined
    const same = failed.id === null ? testIds.slice(0, 1) : ran.map((one) => one.id)
    const key = same.join()
    if (!passAlone.has(key))
      passAlone.set(
        key,
        (await run(same, null)).every((one) => !one.failed),
      )
    return passAlone.get(key) ? failed : undefined
  }
}

function allTests(suite) {
  return suite.tasks.flatMap((task) => (task.type === 'test' ? [task] : allTests(task)))
}

function firstError(file) {
  const failed = [file, ...allTests(file)].find((one) => one.result?.errors?.length)
  return `${failed?.name}: ${failed?.result.errors[0].message}`.slice(0, 300)
}

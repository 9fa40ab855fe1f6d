import { appendFileSync, readFileSync } from 'node:fs'

const resultFile = process.env.MUTATION_RESULTS ?? ''
/** Apart from the results, which are read again for every guard: this one names thousands of tests. */
const reachFile = process.env.MUTATION_REACH ?? ''
const asked = new Map(JSON.parse(readFileSync(process.env.MUTATION_ASKED ?? '/dev/null', 'utf8') || '[]'))
const isFirstPass = process.env.MUTATION_PASS === 'first'
/** A thousand rounds of something would be played again for every guard. */
const slowMs = 8_000
const doorKinds = ['anyRole', 'asAdministrator', 'roleAdded', 'roleLost', 'signedOut']

const tell = (line, file = resultFile) => appendFileSync(file, `${JSON.stringify(line)}\n`)

function readLines(file = resultFile) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Who is let in is what the matrix notices best, all else the feature's own tests: nobody tries twice for nothing. */
function isMine(file, id) {
  const { kind, feature } = asked.get(id)
  if (!isFirstPass || /(rules|permissions)\.test\.ts$/.test(file)) return true
  if (doorKinds.includes(kind)) return file.endsWith('/matrix.test.ts')
  return file.startsWith(`features/${feature}/`) || file.startsWith(`${feature}/`)
}

function isSettled(file, id) {
  return readLines().some((line) => line.killed === id || (line.tried === id && line.file === file))
}

/** What a pass before has noted for the file: per guard that nobody has missed since the tests that pass it. Undefined for a new file. */
export function findEarlier(fileName) {
  const lines = readLines()
  if (!lines.some((line) => line.done === fileName)) return undefined
  const killed = new Set(lines.flatMap((line) => line.killed ?? []))
  const open = readLines(reachFile).filter((line) => line.file === fileName && !killed.has(line.reached))
  return new Map(open.map(({ reached, tests }) => [reached, tests]))
}

/** Writes which guards the file passes and which of them it notices to be off. */
export async function judgeFile(file, { earlier, reached }, run) {
  const testsById = earlier ?? noteReached(file, reached)
  const findKiller = createJudge(run)
  for (const [id, testIds] of testsById) {
    if (testIds.length === 0 || !isMine(file.name, id) || isSettled(file.name, id)) continue
    const started = performance.now()
    const killer = await findKiller(testIds, id)
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
    tell({ [killer ? 'killed' : 'tried']: id, file: file.name, test: killer?.name, seconds })
  }
  tell({ done: file.name })
}

function noteReached(file, reached) {
  if (file.result?.state !== 'pass') tell({ broken: file.name, why: firstError(file) })
  const tests = allTests(file).filter(({ result }) => result?.state === 'pass' && (result.duration ?? 0) < slowMs)
  const everywhere = reached.get('file') ?? new Set()
  const passing = (id) =>
    tests.filter((test) => everywhere.has(id) || reached.get(test.id)?.has(id)).map((test) => test.id)
  const ids = new Set([...reached.values()].flatMap((guards) => [...guards]))
  const noted = [...ids].filter((id) => asked.has(id)).map((id) => [id, passing(id)])
  for (const [id, testIds] of noted) tell({ reached: id, file: file.name, tests: testIds }, reachFile)
  return new Map(noted)
}

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

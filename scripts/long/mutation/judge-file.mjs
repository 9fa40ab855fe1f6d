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

/** A file that was here before runs only what passes a guard which nobody has missed since. Undefined for a new one. */
export function findWanted(fileName) {
  const lines = readLines()
  if (!lines.some((line) => line.done === fileName)) return undefined
  const settled = new Set(lines.flatMap((line) => line.killed ?? (line.file === fileName ? line.tried : []) ?? []))
  const open = readLines(reachFile).filter((line) => line.file === fileName && !settled.has(line.reached))
  return new Set(open.flatMap(({ tests }) => tests))
}

/** Writes which guards the file passes and which of them it notices to be off. */
export async function judgeFile(file, reached, run) {
  const isNew = !readLines().some((line) => line.done === file.name)
  if (isNew && file.result?.state !== 'pass') tell({ broken: file.name, why: firstError(file) })
  const tests = allTests(file).filter(({ result }) => result?.state === 'pass' && (result.duration ?? 0) < slowMs)
  const findKiller = createJudge(run)
  const everywhere = reached.get('file') ?? new Set()
  const passing = (id) =>
    tests.filter((test) => everywhere.has(id) || reached.get(test.id)?.has(id)).map((test) => test.id)
  const ids = [...new Set([...reached.values()].flatMap((guards) => [...guards]))].filter((id) => asked.has(id))
  if (isNew) for (const id of ids) tell({ reached: id, file: file.name, tests: passing(id) }, reachFile)
  for (const id of ids) {
    const testIds = passing(id)
    if (testIds.length === 0 || !isMine(file.name, id) || isSettled(file.name, id)) continue
    const started = performance.now()
    const killer = await findKiller(testIds, id)
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
    tell({ [killer ? 'killed' : 'tried']: id, file: file.name, test: killer?.name, seconds })
  }
  tell({ done: file.name })
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

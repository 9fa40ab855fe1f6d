/** Combines the results of all test files for the requested guards. */
export function scoreOf(mutants, tests, lines) {
  const killedBy = new Map(lines.filter((line) => line.killed).map((line) => [line.killed, line]))
  const reached = new Set(lines.flatMap((line) => line.reached ?? []))
  const done = new Set(lines.flatMap((line) => line.done ?? []))
  const lost = tests.filter((file) => !done.has(file)).map((file) => ({ broken: file, why: 'its process ended early' }))
  const survived = mutants
    .filter(({ id }) => !killedBy.has(id))
    .map(({ id, path, line, kind }) => ({ id, path, line, kind, reached: reached.has(id) }))
  return {
    total: mutants.length,
    killed: mutants.length - survived.length,
    byFeature: countBy(mutants, killedBy, ({ feature }) => feature),
    byKind: countBy(mutants, killedBy, ({ kind }) => kind),
    survived,
    broken: [...lines.filter((line) => line.broken), ...lost],
    killedBy: Object.fromEntries([...killedBy].map(([id, { file, test }]) => [id, `${file}: ${test}`])),
  }
}

function countBy(mutants, killedBy, groupOf) {
  const counts = {}
  for (const mutant of mutants) {
    const count = (counts[groupOf(mutant)] ??= { killed: 0, total: 0 })
    count.total += 1
    if (killedBy.has(mutant.id)) count.killed += 1
  }
  return counts
}

export function describeScore({ total, killed, byFeature, byKind, survived, broken }, excused) {
  const rows = (counts) =>
    Object.entries(counts).map(
      ([name, count]) => `  ${name.padEnd(18)}${String(count.killed).padStart(5)} of ${count.total}`,
    )
  return [
    ...rows(byKind),
    '',
    ...rows(byFeature),
    ...broken.map(({ broken: file, why }) => `\n!!! ${file} fails with every guard on: ${why}`),
    ...survived.map(
      ({ id, path, line, reached }) => `\nSurvived${reached ? '' : ', no test passes it'}: ${id}\n  ${path}:${line}`,
    ),
    `\nGuard removal: killed ${killed} of ${total} (${percent(killed, total)} %), ${excused} documented equivalents`,
  ].join('\n')
}

const percent = (part, whole) => (whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10)

/**
 * Tests many guards in one run of independent tests, at most one disabled guard per test. Calls `found` for each detected
 * guard and resolves with the others; a failure counts if it repeats alone and passes with every guard on.
 * @param testsById tests that pass each guard, by guard
 * @param play runs the tests: `pick(test)` returns the guard to disable (null: none, undefined: skip), `heard` reports
 * @param placeOf identifies tests that share state
 */
export async function judgeTogether(testsById, play, placeOf, found) {
  const open = new Map([...testsById].map(([guard, tests]) => [guard, new Set(tests)]))
  const guardsOf = rarestFirst(testsById)
  for (;;) {
    const { asked, suspects } = await playRound(open, guardsOf, play)
    if (asked === 0) return [...open.keys()]
    await confirm(suspects, play, placeOf, (guard, test) => {
      found(guard, test)
      open.delete(guard)
    })
  }
}

async function playRound(open, guardsOf, play) {
  const suspects = new Map()
  const given = new Map()
  const tests = new Set([...open.values()].flatMap((left) => [...left]))
  if (tests.size === 0) return { asked: 0, suspects }
  const pick = (test) => {
    const guard = guardsOf.get(test)?.find((one) => open.get(one)?.has(test) && !suspects.has(one))
    if (guard === undefined) return undefined
    open.get(guard).delete(test)
    given.set(test, guard)
    return guard
  }
  const heard = (test, failed) => {
    if (failed) suspects.set(given.get(test), test)
  }
  await play([...tests], { pick, heard })
  return { asked: given.size, suspects }
}

/**
 * Tests that share state run one after the other, each without another disabled guard there. Results are written
 * immediately, because the next run may be aborted.
 */
async function confirm(suspects, play, placeOf, believe) {
  for (const batch of onePerPlace([...suspects], placeOf)) {
    const guardOf = new Map(batch.map(([guard, test]) => [test, guard]))
    const failing = await failuresOf([...guardOf.keys()], (test) => guardOf.get(test), play)
    const broken = await failuresOf([...failing], () => null, play)
    for (const test of failing) if (!broken.has(test)) believe(guardOf.get(test), test)
  }
}

async function failuresOf(tests, pick, play) {
  const failed = new Set()
  if (tests.length > 0) await play(tests, { pick, heard: (test, fails) => fails && failed.add(test) })
  return failed
}

function onePerPlace(suspects, placeOf) {
  const batches = []
  for (const suspect of suspects) {
    const place = placeOf(suspect[1])
    const free = batches.find(({ places }) => !places.has(place))
    const batch = free ?? { places: new Set(), members: [] }
    if (!free) batches.push(batch)
    batch.places.add(place)
    batch.members.push(suspect)
  }
  return batches.map(({ members }) => members)
}

/** A guard that few tests pass has the first choice: one that all pass finds another. */
function rarestFirst(testsById) {
  const guardsOf = new Map()
  for (const [guard, tests] of [...testsById].sort(([, one], [, other]) => one.length - other.length))
    for (const test of tests) guardsOf.set(test, [...(guardsOf.get(test) ?? []), guard])
  return guardsOf
}

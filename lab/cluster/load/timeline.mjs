/** When something of each kind went well, by the clock of this process in ms. */
export function openTimeline(kinds) {
  const times = new Map(kinds.map((kind) => [kind, []]))
  return {
    note: (kind) => void times.get(kind).push(performance.now()),
    /** Whether each kind went well within the last `withinMs`. */
    isFlowing: (withinMs) => [...times.values()].every((own) => (own.at(-1) ?? 0) > performance.now() - withinMs),
    count: () => [...times.values()].reduce((sum, own) => sum + own.length, 0),
    /** Of the kind that was away longest: `{ seconds, kind }` of its longest pause that touches [from, to]. */
    longestPause: (from, to) =>
      [...times]
        .map(([kind, own]) => ({ kind, seconds: pauseOf(own, from, to) }))
        .reduce((longest, one) => (one.seconds > longest.seconds ? one : longest)),
  }
}

function pauseOf(times, from, to) {
  const first = Math.max(
    0,
    times.findLastIndex((time) => time <= from),
  )
  let [longest, last] = [0, times[first] ?? from]
  for (const time of [...times.slice(first + 1).filter((one) => one <= to), to]) {
    longest = Math.max(longest, time - last)
    last = time
  }
  return longest / 1_000
}

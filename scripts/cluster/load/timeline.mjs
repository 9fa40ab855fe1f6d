/** When something went well, by the clock of this process in ms. */
export function openTimeline() {
  const times = []
  return {
    note: () => void times.push(performance.now()),
    count: () => times.length,
    /** Seconds of the longest pause that touches [from, to]. */
    longestPause(from, to) {
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
    },
  }
}

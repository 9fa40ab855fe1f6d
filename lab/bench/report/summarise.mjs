/** Returns `[lowest, median, highest]` of each value over the rounds; a value that a round lacks is left out. */
export function summarise(rounds) {
  const keys = Object.keys(rounds[0] ?? {}).filter((key) => rounds.every((round) => round[key] !== undefined))
  return Object.fromEntries(keys.map((key) => [key, spread(rounds.map((round) => round[key]))]))
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(round)
}

const round = (value) => Math.round(value * 100) / 100
export const median = (figure) => figure?.[1]

/** Our requests per request of the floor or the safe floor; undefined if that was not measured. */
export const ratioOf = ({ ours, floor }) => round(median(ours.perSecond) / median(floor.perSecond))
export const safeRatioOf = ({ ours, safeFloor }) =>
  safeFloor && round(median(ours.perSecond) / median(safeFloor.perSecond))

const most = { s: { node: 3, postgres: 3 }, m: { node: 6, postgres: 8 } }

/** "node 7.1 ms of 6" for what is dearer than the class of the procedure allows; `l` allows anything. */
export function aboveClass({ ours }, cpu) {
  return Object.entries(most[cpu] ?? {}).flatMap(([key, ms]) => {
    const spent = median(ours[key])
    return spent !== undefined && spent > ms ? [`${key} ${spent.toFixed(1)} ms of ${ms}`] : []
  })
}

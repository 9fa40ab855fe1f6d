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

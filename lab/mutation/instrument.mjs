/**
 * Inserts a switch in front of every guard; the code behaves as before until a guard is switched off. Guards nest, so
 * insertions are ordered from the outside in.
 */
export function instrument(code, mutants) {
  const insertions = mutants.flatMap(({ id, edits }) => edits.flatMap((edit) => insertionsOf(edit, id)))
  const ordered = insertions.map((one, index) => ({ ...one, index })).sort(byPlace)
  let result = ''
  let at = 0
  for (const { from, to, text } of ordered) {
    result += code.slice(at, from) + text
    at = to
  }
  return result + code.slice(at)
}

function insertionsOf({ start, end, method, replacement }, id) {
  if (replacement !== undefined) return [{ from: start, to: end, text: replacement, opens: true, size: 0 }]
  const size = end - start
  return [
    { from: start, to: start, text: `__mutants.${method}(${JSON.stringify(id)}, `, opens: true, size },
    { from: end, to: end, text: ')', opens: false, size },
  ]
}

/** At one position: first what ends there, inner before outer; then what begins there, outer before inner. */
function byPlace(one, other) {
  if (one.from !== other.from) return one.from - other.from
  if (one.opens !== other.opens) return one.opens ? 1 : -1
  if (one.size !== other.size) return one.opens ? other.size - one.size : one.size - other.size
  return one.opens ? one.index - other.index : other.index - one.index
}

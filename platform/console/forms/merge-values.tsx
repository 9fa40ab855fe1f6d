/** The fields of a form in words. Those of one name belong together: they are taken over, or chosen, as one. */
export interface MergeWords<Values> {
  labels: { [Key in keyof Values]-?: string }
  /** How what stands under a name reads where the values alone would not do. */
  show?: { [label: string]: (values: Values) => string }
  /** Labels whose words hold times such as "07:00", which are shown on the reader's clock. */
  times?: readonly string[]
}

/** What the form began with, what was typed since, and what somebody else has saved meanwhile. */
export interface ThreeVersions<Values> {
  loaded: Values
  mine: Values
  theirs: Values
  /** Of fields that are never filled in: a sign of what is stored, as "•••• 1234". */
  kept?: { loaded: Kept<Values>; theirs: Kept<Values> }
}
export type Kept<Values> = { [Key in keyof Values]?: string | null }

export interface Conflict<Values> {
  label: string
  mine: Partial<Values>
  theirs: Partial<Values>
  /** As people read them; empty where nothing is left. */
  words: { mine: string; theirs: string }
  hasTimes: boolean
}

export interface Merge<Values> {
  /** Theirs, with mine laid over it; in a conflict mine stays until the person has chosen. */
  values: Values
  conflicts: Conflict<Values>[]
  /** What only they have changed, by name. */
  takenOver: string[]
}

export function mergeValues<Values extends object>(
  versions: ThreeVersions<Values>,
  words: MergeWords<Values>,
): Merge<Values> {
  const { loaded, mine, theirs, kept } = versions
  const merge: Merge<Values> = { values: { ...theirs }, conflicts: [], takenOver: [] }
  for (const [label, keys] of keysByLabel(words)) {
    const isKept = keys.some((key) => kept?.theirs[key] !== undefined)
    const theyChanged = !isSame(loaded, theirs, keys) || keys.some((key) => kept?.loaded[key] !== kept?.theirs[key])
    if (isSame(loaded, mine, keys)) {
      if (theyChanged) merge.takenOver.push(label)
      continue
    }
    Object.assign(merge.values, pick(mine, keys))
    if (!theyChanged || (!isKept && isSame(mine, theirs, keys))) continue
    const typed = isKept ? 'Your text' : wordsOf(label, keys, mine, words)
    const stored = keys.map((key) => kept?.theirs[key]).find((text) => text)
    merge.conflicts.push({
      label,
      mine: pick(mine, keys),
      theirs: pick(theirs, keys),
      words: { mine: typed, theirs: stored ?? wordsOf(label, keys, theirs, words) },
      hasTimes: words.times?.includes(label) ?? false,
    })
  }
  return merge
}

/** Whether every field that `part` names holds the same in `values`. */
export function holds<Values extends object>(values: Values, part: Partial<Values>): boolean {
  return isSame<Partial<Values>>(values, part, keysOf(part))
}

function keysByLabel<Values>({ labels }: MergeWords<Values>): Map<string, (keyof Values)[]> {
  const found = new Map<string, (keyof Values)[]>()
  for (const key of keysOf(labels)) found.set(labels[key], [...(found.get(labels[key]) ?? []), key])
  return found
}

function wordsOf<Values>(
  label: string,
  keys: readonly (keyof Values)[],
  values: Values,
  { show }: MergeWords<Values>,
): string {
  const text = show?.[label]
  return text ? text(values) : keys.flatMap((key) => plainWords(values[key]) || []).join(', ')
}

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.map(plainWords).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isSame<Values>(one: Values, other: Values, keys: readonly (keyof Values)[]): boolean {
  return keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]))
}

function pick<Values>(values: Values, keys: readonly (keyof Values)[]): Partial<Values> {
  const part: Partial<Values> = {}
  for (const key of keys) part[key] = values[key]
  return part
}

function keysOf<Values extends object>(values: Values): (keyof Values)[] {
  return Object.keys(values).filter((key): key is Extract<keyof Values, string> => key in values)
}

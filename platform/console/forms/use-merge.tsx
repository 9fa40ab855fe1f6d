import { useState } from 'react'
import { isStale, type LastSave, lastSaveOf } from './stale-notice'

interface MergeDetails<Row, Values extends object> {
  labels: MergeLabels<Values>
  /** The record that the fields began with; undefined while something new is made. */
  base: Row | undefined
  toFormValues: (row: Row) => Values
  /** Signs of what is stored in fields that are never filled in. */
  keptOf?: (row: Row) => Kept<Values>
  /** Reads the current record. */
  load: (base: Row) => Promise<Row>
  /** The next save is one of their version. */
  rebase: (theirs: Row) => void
  form: FormValues<Values>
}

/** The methods of the form library that are used here. */
interface FormValues<Values> {
  getValues: () => Values
  setValues: (values: Values) => void
  setInitialValues: (values: Values) => void
}

type Met<Values> = { lastSave: LastSave; merge?: Merge<Values> }

export type Side = 'mine' | 'theirs'
export interface MergeView {
  lastSave: LastSave
  /** Undefined while, or because, their version could not be read. */
  outcome?: {
    takenOver: string[]
    conflicts: {
      label: string
      texts: Record<Side, string>
      hasTimes: boolean
      side: Side
      choose: (side: Side) => void
    }[]
    /** True if no input differs from the saved version. */
    isSettled: boolean
  }
  retry: () => void
}

/**
 * Resolves save conflicts. `meet` merges the other version below the input, field by field, so that the next save
 * loses neither. The user must choose only where both changed the same field.
 */
export function useMerge<Row, Values extends object>(details: MergeDetails<Row, Values>) {
  const { labels, base, toFormValues, keptOf, load, rebase, form } = details
  const [met, setMet] = useState<Met<Values>>()

  const readTheirs = async (lastSave: LastSave) => {
    if (base === undefined) return
    setMet({ lastSave })
    const fresh = await load(base).catch(() => undefined)
    if (fresh === undefined) return
    const theirs = toFormValues(fresh)
    const kept = keptOf && { loaded: keptOf(base), theirs: keptOf(fresh) }
    const merge = mergeValues({ loaded: toFormValues(base), mine: form.getValues(), theirs, kept }, labels)
    rebase(fresh)
    form.setInitialValues(theirs)
    form.setValues(merge.values)
    setMet({ lastSave, merge })
  }
  const choose = (part: Partial<Values>) => form.setValues({ ...form.getValues(), ...part })

  return {
    /** Returns true if `error` was a version conflict. */
    meet: async (error: unknown): Promise<boolean> => {
      if (!isStale(error)) return false
      await readTheirs(lastSaveOf(error))
      return true
    },
    clear: () => setMet(undefined),
    view: met && viewOf(met, base && toFormValues(base), form.getValues(), choose, () => void readTheirs(met.lastSave)),
  }
}

function viewOf<Values extends object>(
  { lastSave, merge }: Met<Values>,
  base: Values | undefined,
  values: Values,
  choose: (part: Partial<Values>) => void,
  retry: () => void,
): MergeView {
  if (!merge) return { lastSave, retry }
  const conflicts = merge.conflicts.map((conflict) => ({
    label: conflict.label,
    texts: conflict.texts,
    hasTimes: conflict.hasTimes,
    side: holds(values, conflict.theirs) ? ('theirs' as const) : ('mine' as const),
    choose: (side: Side) => choose(conflict[side]),
  }))
  const isSettled = base !== undefined && holds(values, base)
  return { lastSave, retry, outcome: { takenOver: merge.takenOver, conflicts, isSettled } }
}

/** Labels of the form fields. Fields with the same label are merged or chosen together. */
export interface MergeLabels<Values> {
  labels: { [Key in keyof Values]-?: string }
  /** Formats a labelled group of fields if the plain values would not do. */
  show?: { [label: string]: (values: Values) => string }
  /** Labels whose texts hold times such as "07:00", which are shown on the reader's clock. */
  times?: readonly string[]
}

/** Three-way merge: base, own input and the other saved version. */
interface ThreeVersions<Values> {
  loaded: Values
  mine: Values
  theirs: Values
  /** Masks the stored value of write-only fields, such as "•••• 1234". */
  kept?: { loaded: Kept<Values>; theirs: Kept<Values> }
}
type Kept<Values> = { [Key in keyof Values]?: string | null }

interface Conflict<Values> {
  label: string
  mine: Partial<Values>
  theirs: Partial<Values>
  /** Both values as text; empty if the field is blank. */
  texts: { mine: string; theirs: string }
  hasTimes: boolean
}

interface Merge<Values> {
  /** Theirs, with mine laid over it; in a conflict mine stays until the person has chosen. */
  values: Values
  conflicts: Conflict<Values>[]
  /** Labels of the fields that only the other editor changed. */
  takenOver: string[]
}

export function mergeValues<Values extends object>(
  versions: ThreeVersions<Values>,
  labels: MergeLabels<Values>,
): Merge<Values> {
  const { loaded, mine, theirs, kept } = versions
  const merge: Merge<Values> = { values: { ...theirs }, conflicts: [], takenOver: [] }
  for (const [label, keys] of keysByLabel(labels)) {
    const isKept = keys.some((key) => kept?.theirs[key] !== undefined)
    const theyChanged = !isSame(loaded, theirs, keys) || keys.some((key) => kept?.loaded[key] !== kept?.theirs[key])
    if (isSame(loaded, mine, keys)) {
      if (theyChanged) merge.takenOver.push(label)
      continue
    }
    Object.assign(merge.values, pick(mine, keys))
    if (!theyChanged || (!isKept && isSame(mine, theirs, keys))) continue
    const typed = isKept ? 'Your text' : textOf(label, keys, mine, labels)
    const stored = keys.map((key) => kept?.theirs[key]).find((text) => text)
    merge.conflicts.push({
      label,
      mine: pick(mine, keys),
      theirs: pick(theirs, keys),
      texts: { mine: typed, theirs: stored ?? textOf(label, keys, theirs, labels) },
      hasTimes: labels.times?.includes(label) ?? false,
    })
  }
  return merge
}

/** Returns true if `values` has every value of `part`. */
export function holds<Values extends object>(values: Values, part: Partial<Values>): boolean {
  return isSame<Partial<Values>>(values, part, keysOf(part))
}

function keysByLabel<Values>({ labels }: MergeLabels<Values>): Map<string, (keyof Values)[]> {
  const found = new Map<string, (keyof Values)[]>()
  for (const key of keysOf(labels)) found.set(labels[key], [...(found.get(labels[key]) ?? []), key])
  return found
}

function textOf<Values>(
  label: string,
  keys: readonly (keyof Values)[],
  values: Values,
  { show }: MergeLabels<Values>,
): string {
  const text = show?.[label]
  return text ? text(values) : keys.flatMap((key) => plainText(values[key]) || []).join(', ')
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.map(plainText).join(', ')
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

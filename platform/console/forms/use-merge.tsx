import { useState } from 'react'
import { lastSaveOf, type LastSave } from './last-save'
import { holds, mergeValues, type Kept, type Merge, type MergeWords } from './merge-values'
import { isStale } from './stale-notice'

interface MergeFacts<Row, Values extends object> {
  words: MergeWords<Values>
  /** The record that the fields began with; undefined while something new is made. */
  base: Row | undefined
  valuesOf: (row: Row) => Values
  /** Signs of what is stored in fields that are never filled in. */
  keptOf?: (row: Row) => Kept<Values>
  /** The record as it is stored now. */
  load: (base: Row) => Promise<Row>
  /** The next save is one of their version. */
  rebase: (theirs: Row) => void
  form: FormValues<Values>
}

/** What a form of the library offers of its own. */
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
      words: Record<Side, string>
      hasTimes: boolean
      side: Side
      choose: (side: Side) => void
    }[]
    /** Nothing of what was typed is different from theirs. */
    isSettled: boolean
  }
  retry: () => void
}

/**
 * For a form whose save came second. `meet` takes their version in beneath what was typed, field by field, so that
 * saving again loses neither; only where both changed the same does the person have to choose.
 */
export function useMerge<Row, Values extends object>(facts: MergeFacts<Row, Values>) {
  const { words, base, valuesOf, keptOf, load, rebase, form } = facts
  const [met, setMet] = useState<Met<Values>>()

  const readTheirs = async (lastSave: LastSave) => {
    if (base === undefined) return
    setMet({ lastSave })
    const fresh = await load(base).catch(() => undefined)
    if (fresh === undefined) return
    const theirs = valuesOf(fresh)
    const kept = keptOf && { loaded: keptOf(base), theirs: keptOf(fresh) }
    const merge = mergeValues({ loaded: valuesOf(base), mine: form.getValues(), theirs, kept }, words)
    rebase(fresh)
    form.setInitialValues(theirs)
    form.setValues(merge.values)
    setMet({ lastSave, merge })
  }
  const choose = (part: Partial<Values>) => form.setValues({ ...form.getValues(), ...part })

  return {
    /** Whether `error` was about a version that somebody had overtaken. */
    meet: async (error: unknown): Promise<boolean> => {
      if (!isStale(error)) return false
      await readTheirs(lastSaveOf(error))
      return true
    },
    clear: () => setMet(undefined),
    view: met && viewOf(met, base && valuesOf(base), form.getValues(), choose, () => void readTheirs(met.lastSave)),
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
    words: conflict.words,
    hasTimes: conflict.hasTimes,
    side: holds(values, conflict.theirs) ? ('theirs' as const) : ('mine' as const),
    choose: (side: Side) => choose(conflict[side]),
  }))
  const isSettled = base !== undefined && holds(values, base)
  return { lastSave, retry, outcome: { takenOver: merge.takenOver, conflicts, isSettled } }
}

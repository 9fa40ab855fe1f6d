import UFuzzy from '@leeoniya/ufuzzy'
import { searchText } from '@quaff/platform/shared/search-text'

/** Tolerates one typo per word of three or more letters, also in its first letter. */
const matcher = new UFuzzy({
  unicode: true,
  interSplit: String.raw`[^\p{L}\p{M}\d]+`,
  intraSplit: String.raw`\p{Ll}\p{Lu}`,
  interBound: String.raw`[^\p{L}\p{M}\d]`,
  intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
  intraChars: String.raw`[\p{L}\p{M}\d]`,
  intraMode: 1,
  intraRules: ({ length }) => ({
    intraSlice: [0, Infinity],
    intraIns: length > 2 ? 1 : 0,
    intraTrn: length > 2 ? 1 : 0,
    intraSub: length > 3 ? 1 : 0,
    intraDel: length > 3 ? 1 : 0,
  }),
})
const ANY_ORDER = 1

export interface Named {
  label: string
  /** Further search words. */
  keywords?: string
}
export type Ranked<One> = { item: One; tier: number }

/** Returns the items that contain every word of the query, best first. Without a query, all in their order. */
export function rank<One extends Named>(items: readonly One[], query: string): Ranked<One>[] {
  if (query.trim() === '') return items.map((item) => ({ item, tier: 0 }))
  const typed = searchText(query).replaceAll(/\s+/g, ' ').trim()
  const texts = items.map(({ label, keywords = '' }) => searchText(`${label} ${keywords}`))
  const [found, info, order] = matcher.search(texts, typed, ANY_ORDER)
  const sorted = info && order ? order.map((at) => info.idx[at] ?? 0) : (found ?? [])
  return sorted
    .flatMap((at) => items.slice(at, at + 1))
    .map((item) => ({ item, tier: tierOf(searchText(item.label), typed) }))
    .sort((a, b) => a.tier - b.tier)
}

/** 0: the whole label; 1: it begins so; 2: a word of it does; 3: further words, or a slip. */
function tierOf(label: string, typed: string): number {
  if (label === typed) return 0
  if (label.startsWith(typed)) return 1
  return ` ${label}`.includes(` ${typed}`) ? 2 : 3
}

/** Splits "approve old mill" into the longest leading verb and the record's name. */
export function splitVerb(query: string, verbs: readonly Named[]): { verb: string; of: string } {
  const words = query.trim().split(/\s+/)
  for (let length = words.length - 1; length > 0; length--) {
    const verb = words.slice(0, length).join(' ')
    if (rank(verbs, verb).length > 0) return { verb, of: words.slice(length).join(' ') }
  }
  return { verb: '', of: query.trim() }
}

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
  keywords?: string
}
export type Ranked<One> = { item: One; tier: number }

const tiers = { exact: 0, begins: 1, word: 2, synonym: 3, fuzzy: 4, other: 5 } as const

/** Returns the items that contain every word of the query, best first. Without a query, all in their order. */
export function rank<One extends Named>(items: readonly One[], query: string): Ranked<One>[] {
  if (query.trim() === '') return items.map((item) => ({ item, tier: tiers.exact }))
  const typed = searchText(query).replaceAll(/\s+/g, ' ').trim()
  const texts = items.map(({ label, keywords = '' }) => searchText(`${label} ${keywords}`))
  const [found, info, order] = matcher.search(texts, typed, ANY_ORDER)
  const sorted = info && order ? order.map((at) => info.idx[at] ?? 0) : (found ?? [])
  // A slip in the name counts more than one in the further words.
  const [near] = matcher.search(
    items.map(({ label }) => searchText(label)),
    typed,
    ANY_ORDER,
  )
  const isNear = new Set(near)
  return sorted
    .flatMap((at) => items.slice(at, at + 1).map((item) => ({ item, at })))
    .map(({ item, at }) => ({ item, tier: tierOf(item, typed) ?? (isNear.has(at) ? tiers.fuzzy : tiers.other) }))
    .sort((a, b) => a.tier - b.tier)
}

function tierOf({ label, keywords = '' }: Named, typed: string): number | undefined {
  const name = searchText(label)
  if (name === typed) return tiers.exact
  if (name.startsWith(typed)) return tiers.begins
  if (startsWords(name, typed)) return tiers.word
  return startsWords([name, searchText(keywords)].join(' '), typed) ? tiers.synonym : undefined
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\d]+/u).filter(Boolean)

function startsWords(text: string, typed: string): boolean {
  const words = wordsOf(text)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

/** At the same rank, people and other records come first. */
const kinds = ['record', 'page', 'action', 'switch'] as const

interface Choice extends Named {
  lockedReason?: string | undefined
}
export interface ChoiceGroup<One extends Choice> {
  label: string
  kind: (typeof kinds)[number]
  items: readonly One[]
  /** The server matched them, perhaps by another field than the name: all stay, and those come last. */
  isFound?: boolean
}

/**
 * Orders groups by their best entry: exact name, start of a word, synonym, slip. An entry that cannot be chosen comes
 * after all others. `>` leaves only actions.
 */
export function rankGroups<One extends Choice>(groups: readonly ChoiceGroup<One>[], query: string) {
  const isActions = query.startsWith('>')
  const typed = isActions ? query.slice(1) : query
  return groups
    .filter(({ kind }) => !isActions || kind === 'action')
    .map((group) => ({ ...group, ranked: rankGroup(group, typed) }))
    .flatMap((group) => (group.ranked[0] ? [{ ...group, best: group.ranked[0] }] : []))
    .sort(
      (a, b) =>
        lockedLast(a.best, b.best) ||
        classOf(a.best) - classOf(b.best) ||
        kindOrder(a) - kindOrder(b) ||
        a.best.tier - b.best.tier,
    )
    .map(({ label, ranked }) => ({ label, items: ranked.map(({ item }) => item) }))
}

/** The start of the name and of another word of it count alike between groups. */
const classOf = ({ tier }: { tier: number }) => (tier === tiers.word ? tiers.begins : tier)
/** A slip rather means a page or an action than one of many names. */
const kindOrder = ({ kind, best }: { kind: (typeof kinds)[number]; best: { tier: number } }) =>
  best.tier >= tiers.fuzzy && kind === 'record' ? kinds.indexOf('switch') - 0.5 : kinds.indexOf(kind)
const lockedLast = (a: Ranked<Choice>, b: Ranked<Choice>) =>
  Number(a.item.lockedReason !== undefined) - Number(b.item.lockedReason !== undefined)

function rankGroup<One extends Choice>({ items, isFound = false }: ChoiceGroup<One>, typed: string): Ranked<One>[] {
  const ranked = rank(items, typed)
  if (!isFound) return ranked.sort(lockedLast)
  const named = new Map(ranked.map(({ item, tier }) => [item, tier]))
  return items.map((item) => ({ item, tier: named.get(item) ?? tiers.other })).sort((a, b) => a.tier - b.tier)
}

/** A short first name resembles some verb or synonym: "tess f" is a person. */
const isMeant = (tier: number, verb: string) => tier < tiers.fuzzy || (tier === tiers.fuzzy && verb.length > 4)

/** Splits "approve old mill" into the longest leading verb and the record's name. */
export function splitVerb(query: string, verbs: readonly Named[]): { verb: string; of: string } {
  const words = query.trim().split(/\s+/)
  for (let length = words.length - 1; length > 0; length--) {
    const verb = words.slice(0, length).join(' ')
    if (rank(verbs, verb).some(({ tier }) => isMeant(tier, verb))) return { verb, of: words.slice(length).join(' ') }
  }
  return { verb: '', of: query.trim() }
}

import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import type { DocumentKind } from '../../kinds-rules'
import type { ImportProblem, RelationErrorCode } from '../../report-contract'
import { isUsableId } from '../apply/renamed-ids'
import { belowKey, type FindHere, noNamesRequested, passKey } from './existing-store'
import { IdSet } from './id-set'
import type { Need } from './references'

/** Kinds whose ids are unique within a parent in the source, but globally here. */
const standsAlone = ['locations', 'plans', 'prices', 'subscriptions'] as const satisfies readonly DocumentKind[]

/** Limits the missing people that are remembered, because memory must not grow with the export. */
const remembered = 200_000
/** Limits the problems that are held back until all needs of their documents are known. */
const heldAtMost = 20_000

export type Missing = Pick<Need, 'id' | 'field' | 'fault' | 'level'> & {
  count: number
  example: string
  collection: string
}
/** Documents that may be skipped or changed, because a reference was missing when they were read. */
type Waiting = {
  collection: string
  from: 'ready' | 'changed'
  needs: readonly Need[]
  /** Keys in `named` of their optional references, which are not reported for skipped documents. */
  named: readonly string[]
  held: ImportProblem[]
  count: number
  example: string
}
export type LateOutcome = Pick<Waiting, 'collection' | 'from' | 'count'>

/** Checks documents against each other, over all files. */
export class Relations {
  private readonly paths = new IdSet()
  private readonly ids = new IdSet()
  private readonly emails = new IdSet()
  private readonly merchants = new Set<string>()
  private readonly plans = new Set<string>()
  private readonly people = new IdSet()
  private readonly named = new Map<string, { need: Need; gone: Missing; isSure: boolean }>()
  private readonly waiting = new Map<string, Waiting>()
  private held = 0

  /** Returns the conflicts of a document with earlier documents. */
  meet(kind: DocumentKind, document: SourceDocument, email: string | null): RelationErrorCode[] {
    const id = idOf(document)
    if (!this.paths.add(document.path)) return ['twice']
    if (kind === 'merchants') this.merchants.add(id)
    if (kind === 'plans') this.plans.add(belowKey({ merchantId: document.path.split('/')[1] ?? '', id }))
    const isPerson = kind === 'users' || kind === 'accounts'
    if (isPerson) this.people.add(id)
    const faults: RelationErrorCode[] = []
    if (!isUsableId(id)) faults.push('unusable_id')
    if (standsAlone.some((one) => one === kind) && !this.ids.add(`${kind}/${id}`)) faults.push('same_id')
    // An account and its document share an email; two accounts don't.
    if (email !== null && !this.emails.add(`${kind}/${email}`)) faults.push('same_email')
    return faults
  }

  /**
   * Records the references of a document that was counted as `from`. They are judged at the end, because files come in
   * any order. Returns the problems that can be reported now, because a skipped document reports no changes.
   */
  needs(
    { path: example }: Pick<SourceDocument, 'path'>,
    collection: string,
    all: readonly Need[],
    from: Waiting['from'],
    problems: readonly ImportProblem[] = [],
  ): readonly ImportProblem[] {
    // Most records are known already, so only possibly missing ones are remembered.
    const needs = all.filter((need) => !this.holds(need))
    const required = needs.filter(({ level }) => level === 'skipped')
    const isSure = required.length === 0
    // Each merchant reports its missing owner separately.
    const nameOf = (need: Need) => `${need.level} ${keyOf(need)}${need.field === 'ownerId' ? ` ${example}` : ''}`
    for (const need of needs) {
      const { id, field, fault, level } = need
      const known = this.named.get(nameOf(need))
      if (known) {
        known.gone.count += 1
        if (isSure && !known.isSure) Object.assign(known.gone, { example, collection })
        known.isSure ||= isSure
      } else if (this.named.size < remembered || need.of !== 'people') {
        const gone = { id, field, fault, level, count: 1, example, collection }
        this.named.set(nameOf(need), { need, gone, isSure: isSure || level === 'skipped' })
      }
    }
    if (isSure && (from === 'changed' || !needs.some(({ level }) => level === 'changed'))) return problems
    const named = needs.filter(({ level }) => level !== 'skipped').map(nameOf)
    const key = JSON.stringify([collection, from, required.map(keyOf), named])
    const known = this.waiting.get(key)
    if (!known && this.waiting.size >= remembered) return problems
    const group = known ?? { collection, from, needs: required, named, held: [], count: 0, example }
    this.waiting.set(key, group)
    group.count += 1
    if (isSure || this.held + problems.length > heldAtMost) return problems
    this.held += problems.length
    group.held.push(...problems)
    return []
  }

  /**
   * Returns references that are found nowhere, the documents skipped or changed because of them, and the held-back
   * problems of all that are not skipped.
   */
  async missing(
    findHere: FindHere,
    led: LeadsTo = () => null,
  ): Promise<{ missing: Missing[]; late: LateOutcome[]; changed: LateOutcome[]; held: ImportProblem[] }> {
    const waiting = [...this.waiting.values()]
    const unread = [...this.named.values()].filter(({ need }) => !this.holds(need))
    if (unread.length === 0) return { missing: [], late: [], changed: [], held: waiting.flatMap(({ held }) => held) }
    const here = (need: Need) => ledNeed(need, led)
    const needs = new Map(unread.map(({ need }) => [keyOf(here(need)), here(need)]))
    const [merchants, people] = [idsOf(needs, 'merchants'), idsOf(needs, 'people')]
    const [plans, locations] = [belowOf(needs, 'plans'), belowOf(needs, 'locations')]
    const subscriptions = [...needs.values()].flatMap((need) => (need.of === 'subscriptions' ? [need] : []))
    const found = await findHere({ ...noNamesRequested, merchants, people, plans, locations, subscriptions })
    const isGone = (need: Need) => !this.holds(need) && !this.holds(here(need)) && !found[need.of].has(idIn(here(need)))
    const late = waiting.filter(({ needs }) => needs.some(isGone))
    const others = waiting.filter(({ needs }) => !needs.some(isGone))
    const changes = (name: string) => {
      const need = this.named.get(name)?.need
      return need?.level === 'changed' && isGone(need)
    }
    const changed = others.filter(({ from, named }) => from === 'ready' && named.some(changes))
    const withLate = new Map<string, number>()
    for (const { named, count } of late) for (const name of named) withLate.set(name, (withLate.get(name) ?? 0) + count)
    const examples = new Map(
      others.flatMap(({ named, example, collection }) => named.map((name) => [name, { example, collection }])),
    )
    const missing = [...this.named].flatMap(([name, { need, gone, isSure }]) => {
      const count = gone.count - (withLate.get(name) ?? 0)
      if (count === 0 || this.holds(need) || !isGone(need)) return []
      return [{ ...gone, count, ...(isSure ? {} : examples.get(name)) }]
    })
    return { missing, late, changed, held: others.flatMap(({ held }) => held) }
  }

  private holds(need: Need): boolean {
    if (need.of === 'merchants') return this.merchants.has(need.id)
    if (need.of === 'people') return this.people.has(need.id)
    return need.of === 'plans' && this.plans.has(belowKey(need))
  }
}

/** Returns the id of the existing record that replaces a document, or null. */
export type LeadsTo = (path: string) => string | null

/** Returns the need with the ids of existing records that ID files lead to. */
function ledNeed(need: Need, led: LeadsTo): Need {
  if (need.of === 'merchants') return { ...need, id: led(`merchants/${need.id}`) ?? need.id }
  if (need.of === 'people') return { ...need, id: led(`users/${need.id}`) ?? need.id }
  if (need.of === 'subscriptions') {
    const { userId } = need
    const own = userId === null ? null : led(`users/${userId}/subscriptions/${need.id}`)
    const id = own ?? led(`subscriptions/${need.id}`) ?? need.id
    return { ...need, id, userId: userId === null ? null : (led(`users/${userId}`) ?? userId) }
  }
  if (!('merchantId' in need)) return need
  const collection = need.of === 'plans' ? 'subscriptionPlans' : 'locations'
  const below = led(`merchants/${need.merchantId}/${collection}/${need.id}`)
  const id = below ?? (need.of === 'locations' ? led(`locations/${need.id}`) : null) ?? need.id
  return { ...need, id, merchantId: led(`merchants/${need.merchantId}`) ?? need.merchantId }
}

const keyOf = (need: Need) => `${need.of} ${idIn(need)}`

function idIn(need: Need) {
  if (need.of === 'subscriptions') return passKey(need)
  return 'merchantId' in need ? belowKey(need) : need.id
}

const idsOf = (needs: ReadonlyMap<string, Need>, of: 'merchants' | 'people') =>
  [...needs.values()].flatMap((need) => (need.of === of ? need.id : []))

const belowOf = (needs: ReadonlyMap<string, Need>, of: 'plans' | 'locations') =>
  [...needs.values()].flatMap((need) =>
    need.of === of && 'merchantId' in need ? [{ merchantId: need.merchantId, id: need.id }] : [],
  )

import { describe, expect, it } from 'vitest'
import { collectionOf, kindOf } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { belowKey, nobodyHere } from './existing-store'
import { IdSet } from './id-set'
import { type Names, needsOf, noNames } from './references'
import { Relations } from './relations'
import { Tally } from './tally'

const of = (path: string) => ({ path, data: {} })

/** Records the needs of a document that would be imported unchanged. */
function needs(
  relations: Relations,
  path: string,
  names: Partial<Names>,
  only: Parameters<typeof needsOf>[3] = null,
): void {
  const collection = collectionOf(path)
  const kind = kindOf(collection)
  if (kind) relations.needs(of(path), collection, needsOf(kind, of(path), { ...noNames, ...names }, only), 'ready')
}

describe('a set of ids', () => {
  it.each<[string, (index: number) => string]>([
    ['in a row', (index) => `users/u${index}/subscriptions/s${index}`],
    ['of numbers', (index) => String(index)],
    ['that differ early', (index) => `${index.toString(36)}/a-long-tail-that-is-the-same-everywhere-${'x'.repeat(40)}`],
    ['as stores make them', (index) => Buffer.from(`${index * 7_919}:${index}`).toString('base64')],
    [
      'of other letters',
      (index) => String.fromCodePoint(0x4e00 + (index % 9_000), 0x1f300 + (index % 700), 0x3041 + (index % 80)) + index,
    ],
  ])('keeps 100,000 %s distinct', (_title, idOf) => {
    const ids = new IdSet()
    const texts = Array.from({ length: 100_000 }, (_, index) => idOf(index))
    expect(texts.filter((text) => !ids.add(text))).toHaveLength(0)
    expect(ids.size).toBe(100_000)
    expect(texts.filter((text) => ids.add(text))).toHaveLength(0)
    expect(texts.filter((text) => !ids.has(text))).toHaveLength(0)
    expect(texts.filter((text) => ids.has(`${text}!`))).toHaveLength(0)
    expect(ids.size).toBe(100_000)
  })

  it('can contain the empty text', () => {
    const ids = new IdSet()
    expect([ids.has(''), ids.add(''), ids.add(''), ids.has('')]).toEqual([false, true, false, true])
  })
})

describe('the relations between documents', () => {
  it('a path is unique', () => {
    const relations = new Relations()
    expect(relations.meet('users', of('users/u1'), null)).toEqual([])
    expect(relations.meet('users', of('users/u1'), null)).toEqual(['twice'])
  })

  it.each(['a.b', 'a b', 'ü', 'x'.repeat(65), '<b>', '%2e', "a'b"])('the id %s is replaced', (id) => {
    expect(new Relations().meet('users', of(`users/${id}`), null)).toEqual(['unusable_id'])
  })

  it.each(['a', 'x'.repeat(64), '__id7__', 'A-Z_9'])('the id %s is kept', (id) => {
    expect(new Relations().meet('users', of(`users/${id}`), null)).toEqual([])
  })

  it('an id below two parents is reported only if ids are global here', () => {
    const relations = new Relations()
    const twice = (kind: Parameters<Relations['meet']>[0], one: string, other: string) => [
      relations.meet(kind, of(one), null),
      relations.meet(kind, of(other), null),
    ]
    expect(twice('locations', 'merchants/a/locations/l', 'merchants/b/locations/l')).toEqual([[], ['same_id']])
    expect(twice('plans', 'merchants/a/subscriptionPlans/l', 'merchants/b/subscriptionPlans/l')).toEqual([
      [],
      ['same_id'],
    ])
    expect(twice('subscriptions', 'users/a/subscriptions/s', 'subscriptions/s')).toEqual([[], ['same_id']])
    expect(twice('redemptions', 'users/a/redemptions/r', 'users/b/redemptions/r')).toEqual([[], []])
  })

  it('an email belongs to one account and its own document', () => {
    const relations = new Relations()
    expect(relations.meet('accounts', of('__auth__/u1'), 'a@b.test')).toEqual([])
    expect(relations.meet('users', of('users/u1'), 'a@b.test')).toEqual([])
    expect(relations.meet('users', of('users/u2'), 'a@b.test')).toEqual(['same_email'])
    expect(relations.meet('accounts', of('__auth__/u2'), 'a@b.test')).toEqual(['same_email'])
  })

  it('a named record that is never found is missing, in any order of files', async () => {
    const relations = new Relations()
    needs(relations, 'subscriptions/s1', { merchantId: 'late', userId: 'late' })
    needs(relations, 'subscriptions/s2', { merchantId: 'gone', userId: 'gone' })
    needs(relations, 'subscriptions/s3', { merchantId: 'gone' })
    needs(relations, 'subscriptions/s4', {})
    relations.meet('merchants', of('merchants/late'), null)
    relations.meet('accounts', of('__auth__/late'), null)
    const gone = { id: 'gone', example: 'subscriptions/s2', collection: 'subscriptions' }
    const { changed, ...others } = await relations.missing(nobodyHere)
    expect(others).toEqual({
      missing: [
        { ...gone, field: 'merchantId', fault: 'unknown_merchant', level: 'changed', count: 2 },
        { ...gone, field: 'userId', fault: 'unknown_user', level: 'changed', count: 1 },
      ],
      late: [],
      held: [],
    })
    // The pass without both is changed once.
    expect(changed.map(({ collection, count }) => `${collection} ${count}`)).toEqual([
      'subscriptions 1',
      'subscriptions 1',
    ])
  })

  it('§3 each merchant without its owner is reported separately', async () => {
    const relations = new Relations()
    for (const [id, ownerId] of [
      ['m1', 'gone'],
      ['m2', 'gone'],
      ['m3', 'late'],
    ] as const)
      needs(relations, `merchants/${id}`, { ownerId })
    relations.meet('users', of('users/late'), null)
    expect(
      (await relations.missing(nobodyHere)).missing.map(({ example, field, fault, id }) => [example, field, fault, id]),
    ).toEqual([
      ['merchants/m1', 'ownerId', 'unknown_user', 'gone'],
      ['merchants/m2', 'ownerId', 'unknown_user', 'gone'],
    ])
  })

  it('§3 a document without a required record is skipped and counted once', async () => {
    const relations = new Relations()
    for (const path of ['merchants/gone/locations/a', 'merchants/gone/locations/b', 'merchants/late/locations/a'])
      needs(relations, path, { merchantId: path.split('/')[1] ?? '' })
    needs(relations, 'merchants/late/subscriptionPlans/p/prices/x', { planId: 'p' })
    needs(relations, 'merchants/late/subscriptionPlans/q/prices/x', { planId: 'q' })
    needs(relations, 'merchants/other/subscriptionPlans/p/prices/x', { planId: 'p' })
    relations.meet('merchants', of('merchants/late'), null)
    relations.meet('plans', of('merchants/late/subscriptionPlans/p'), null)
    const { missing, late } = await relations.missing(nobodyHere)
    expect(missing.map(({ fault, level, count, example }) => [fault, level, count, example].join(' '))).toEqual([
      'unknown_merchant skipped 2 merchants/gone/locations/a',
      'unknown_plan skipped 1 merchants/late/subscriptionPlans/q/prices/x',
      'unknown_plan skipped 1 merchants/other/subscriptionPlans/p/prices/x',
    ])
    expect(late.map(({ collection, from, count }) => [collection, from, count].join(' '))).toEqual([
      'merchants/locations ready 2',
      'merchants/subscriptionPlans/prices ready 1',
      'merchants/subscriptionPlans/prices ready 1',
    ])
  })

  it('a left-out kind gets no placeholder: a subscription waits, whatever it lacks', async () => {
    const relations = new Relations()
    const names = { merchantId: 'm', userId: 'u', planId: 'p', locationId: 'l' }
    needs(relations, 'users/u/subscriptions/s', names, ['subscriptions'])
    needs(relations, 'users/u/redemptions/r', names, ['subscriptions', 'redemptions'])
    const told = async (here: Partial<Awaited<ReturnType<typeof nobodyHere>>>) => {
      const found = { merchants: new Set<string>(), people: new Set<string>(), plans: new Set<string>() }
      const { missing, late } = await relations.missing(async () => ({
        ...found,
        locations: new Set(),
        subscriptions: new Set(),
        ids: new Map(),
        ...here,
      }))
      return [missing.map(({ fault, level, count }) => [fault, level, count].join(' ')), late.length]
    }
    expect(await told({})).toEqual([
      ['unknown_merchant skipped 2', 'unknown_user skipped 2', 'unknown_plan skipped 2', 'unknown_location skipped 2'],
      2,
    ])
    const below = (id: string) => new Set([belowKey({ merchantId: 'm', id })])
    const all = { merchants: new Set(['m']), people: new Set(['u']), plans: below('p'), locations: below('l') }
    expect(await told(all)).toEqual([[], 0])
    expect(await told({ ...all, locations: below('other') })).toEqual([['unknown_location skipped 2'], 2])
    expect(await told({ ...all, plans: new Set([belowKey({ merchantId: 'other', id: 'p' })]) })).toEqual([
      ['unknown_plan skipped 2'],
      2,
    ])
  })

  it('names of built-in object properties are ordinary names', async () => {
    const relations = new Relations()
    needs(relations, 'subscriptions/s1', { merchantId: '__proto__', userId: 'constructor' })
    expect((await relations.missing(nobodyHere)).missing.map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
  })
})

describe('the tally', () => {
  const problem: ImportProblem = {
    path: 'users/u1',
    file: 'f',
    place: 'line 1',
    collection: 'users',
    field: 'email',
    fault: 'not_an_email',
    level: 'changed',
    shown: '',
  }

  it('counts outcomes by collection', () => {
    const tally = new Tally(() => undefined)
    for (const outcome of ['ready', 'changed', 'skipped', 'ready'] as const) tally.count('users', outcome)
    tally.count('others', null)
    for (const collection of ['users', 'others', '']) tally.skip(collection)
    expect(tally.collections()).toEqual([
      { collection: '', kind: 'unreadable', read: 2, ready: 0, changed: 0, skipped: 2, unwritten: 2 },
      { collection: 'others', kind: null, read: 1, ready: 0, changed: 0, skipped: 0, unwritten: 0 },
      { collection: 'users', kind: 'users', read: 5, ready: 2, changed: 1, skipped: 2, unwritten: 1 },
    ])
  })

  it('groups similar problems, reports each, and sorts by severity and frequency', () => {
    const told: ImportProblem[] = []
    const tally = new Tally((one) => void told.push(one))
    const skipped = { ...problem, path: null, field: '', fault: 'damaged', level: 'skipped' } as const
    for (const one of [problem, { ...problem, field: 'phone' }, { ...problem, field: 'phone', path: 'x' }, skipped])
      tally.add(one)
    expect(told).toHaveLength(4)
    expect(tally.problems().map(({ field, count, example }) => [field, count, example])).toEqual([
      ['', 1, 'f, line 1'],
      ['phone', 2, 'users/u1'],
      ['email', 1, 'users/u1'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { ImportProblem } from '../../contract'
import { nobodyHere } from './here-store'
import { IdSet } from './id-set'
import { Relations } from './relations'
import { Tally } from './tally'

const noOne = { merchantId: null, userId: null, ownerId: null }
const of = (path: string) => ({ path, data: {} })

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
  ])('loses and doubles none of 100,000 %s', (_title, idOf) => {
    const ids = new IdSet()
    const texts = Array.from({ length: 100_000 }, (_, index) => idOf(index))
    expect(texts.filter((text) => !ids.add(text))).toHaveLength(0)
    expect(ids.size).toBe(100_000)
    expect(texts.filter((text) => ids.add(text))).toHaveLength(0)
    expect(texts.filter((text) => !ids.has(text))).toHaveLength(0)
    expect(texts.filter((text) => ids.has(`${text}!`))).toHaveLength(0)
    expect(ids.size).toBe(100_000)
  })

  it('holds the empty text too', () => {
    const ids = new IdSet()
    expect([ids.has(''), ids.add(''), ids.add(''), ids.has('')]).toEqual([false, true, false, true])
  })
})

describe('what documents have to do with each other', () => {
  it('a path comes once', () => {
    const relations = new Relations()
    expect(relations.meet('users', of('users/u1'), null)).toEqual([])
    expect(relations.meet('users', of('users/u1'), null)).toEqual(['twice'])
  })

  it.each(['a.b', 'a b', 'ü', 'x'.repeat(65), '<b>', '%2e', "a'b"])('the id %s gets a new one', (id) => {
    expect(new Relations().meet('users', of(`users/${id}`), null)).toEqual(['unusable_id'])
  })

  it.each(['a', 'x'.repeat(64), '__id7__', 'A-Z_9'])('the id %s stays', (id) => {
    expect(new Relations().meet('users', of(`users/${id}`), null)).toEqual([])
  })

  it('the same id below two parents is told where ours stand alone, and nowhere else', () => {
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

  it('an address belongs to one account, and the account’s own document has it too', () => {
    const relations = new Relations()
    expect(relations.meet('accounts', of('__auth__/u1'), 'a@b.test')).toEqual([])
    expect(relations.meet('users', of('users/u1'), 'a@b.test')).toEqual([])
    expect(relations.meet('users', of('users/u2'), 'a@b.test')).toEqual(['same_email'])
    expect(relations.meet('accounts', of('__auth__/u2'), 'a@b.test')).toEqual(['same_email'])
  })

  it('whoever is named and comes nowhere is missing, in any order of the files', async () => {
    const relations = new Relations()
    relations.needs(of('subscriptions/s1'), 'subscriptions', { ...noOne, merchantId: 'late', userId: 'late' })
    relations.needs(of('subscriptions/s2'), 'subscriptions', { ...noOne, merchantId: 'gone', userId: 'gone' })
    relations.needs(of('subscriptions/s3'), 'subscriptions', { ...noOne, merchantId: 'gone' })
    relations.needs(of('subscriptions/s4'), 'subscriptions', noOne)
    relations.meet('merchants', of('merchants/late'), null)
    relations.meet('accounts', of('__auth__/late'), null)
    const gone = { id: 'gone', example: 'subscriptions/s2', collection: 'subscriptions' }
    expect(await relations.missing(nobodyHere)).toEqual([
      { ...gone, field: 'merchantId', fault: 'unknown_merchant', count: 2 },
      { ...gone, field: 'userId', fault: 'unknown_user', count: 1 },
    ])
  })

  it('§3 each merchant whose owner comes nowhere is told by itself', async () => {
    const relations = new Relations()
    for (const [id, ownerId] of [
      ['m1', 'gone'],
      ['m2', 'gone'],
      ['m3', 'late'],
    ] as const)
      relations.needs(of(`merchants/${id}`), 'merchants', { ...noOne, ownerId })
    relations.meet('users', of('users/late'), null)
    expect(
      (await relations.missing(nobodyHere)).map(({ example, field, fault, id }) => [example, field, fault, id]),
    ).toEqual([
      ['merchants/m1', 'ownerId', 'unknown_user', 'gone'],
      ['merchants/m2', 'ownerId', 'unknown_user', 'gone'],
    ])
  })

  it('names like those of every object are names like others', async () => {
    const relations = new Relations()
    relations.needs(of('subscriptions/s1'), 'subscriptions', {
      ...noOne,
      merchantId: '__proto__',
      userId: 'constructor',
    })
    expect((await relations.missing(nobodyHere)).map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
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

  it('counts by collection, each outcome by itself', () => {
    const tally = new Tally(() => undefined)
    for (const outcome of ['ready', 'changed', 'aside', 'ready'] as const) tally.count('users', outcome)
    tally.count('others', null)
    expect(tally.collections()).toEqual([
      { collection: 'others', kind: null, read: 1, ready: 0, changed: 0, aside: 0 },
      { collection: 'users', kind: 'users', read: 4, ready: 2, changed: 1, aside: 1 },
    ])
  })

  it('gathers what is alike, tells each, and puts the worst and then the most frequent first', () => {
    const told: ImportProblem[] = []
    const tally = new Tally((one) => void told.push(one))
    const aside = { ...problem, path: null, field: '', fault: 'damaged', level: 'aside' } as const
    for (const one of [problem, { ...problem, field: 'phone' }, { ...problem, field: 'phone', path: 'x' }, aside])
      tally.add(one)
    expect(told).toHaveLength(4)
    expect(tally.problems().map(({ field, count, example }) => [field, count, example])).toEqual([
      ['', 1, 'f, line 1'],
      ['phone', 2, 'users/u1'],
      ['email', 1, 'users/u1'],
    ])
  })
})

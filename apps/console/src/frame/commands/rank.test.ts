import { describe, expect, it } from 'vitest'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import { rank, rankGroups, splitVerb, type ChoiceGroup } from './rank'

const items = [
  { label: 'Approve' },
  { label: 'Invite user', keywords: 'new add create person' },
  { label: 'Add location', keywords: 'new create' },
  { label: 'Switch to dark theme', keywords: 'mode' },
  { label: 'Generate payouts' },
  { label: 'Payouts' },
  { label: 'Mark as sent' },
]
const found = (query: string) => rank(items, query).map(({ item }) => item.label)

it.each([
  ['aprove', 'Approve'],
  ['apporve', 'Approve'],
  ['invte', 'Invite user'],
  ['usr invite', 'Invite user'],
  ['crate location', 'Add location'],
  ['them', 'Switch to dark theme'],
  ['locatino', 'Add location'],
  ['pproves', 'Approve'],
])('"%s" finds %s', (query, label) => {
  expect(found(query)[0]).toBe(label)
})

it.each([
  ['cafe noel', 'Café Noël'],
  ['NOËL  cafe\u0301', 'Café Noël'],
  ["joe's", 'Joe’s'],
  ['joe’s', 'Joe’s'],
  ['joes', 'Joe’s'],
  ['istanbul', 'İstanbul Çay'],
  ['strasse', 'Straße'],
  ['lodz', 'Łódź'],
  ['ЗЕРНА', 'Кофе зёрна'],
  ['ｶﾌｪ', 'カフェ'],
  ['１２', 'Platz 12'],
])('SEARCH-FORMS: "%s" finds %s', (query, label) => {
  const places = [
    'Bean There',
    'Café Noël',
    'Joe’s',
    'İstanbul Çay',
    'Straße',
    'Łódź',
    'Кофе зёрна',
    'カフェ',
    'Platz 12',
  ]
  expect(
    rank(
      places.map((one) => ({ label: one })),
      query,
    ).map(({ item }) => item.label),
  ).toContain(label)
})

it('puts what begins with the words before what only has them', () => {
  expect(found('payouts')).toEqual(['Payouts', 'Generate payouts'])
})

it('finds nothing by other words, and everything by none', () => {
  expect(found('kangaroo')).toEqual([])
  expect(found(' ')).toEqual(items.map(({ label }) => label))
})

it.each([
  ['approve old mill', { verb: 'approve', of: 'old mill' }],
  ['mark sent bean there', { verb: 'mark sent', of: 'bean there' }],
  ['bean there', { verb: '', of: 'bean there' }],
  ['aprove old mill', { verb: 'aprove', of: 'old mill' }],
  ['pero f', { verb: '', of: 'pero f' }],
  ['approve', { verb: '', of: 'approve' }],
  ['', { verb: '', of: '' }],
])('takes "%s" apart', (query, parts) => {
  expect(splitVerb(query, items)).toEqual(parts)
})

const scripts = [
  '佐藤花子',
  'カフェ 山田',
  'نور مي',
  'สมชาย ชัย',
  '김이 커피',
  'राज की',
  'Carla 佐藤',
  '吴伟',
  '𠮷野家',
  '東京・喫茶',
]

it.each([
  '佐藤',
  '佐',
  '藤',
  '花',
  '田',
  'フェ',
  'مي',
  'ي',
  'สม',
  'ช',
  '김',
  '이',
  'की',
  '伟',
  '𠮷',
  '喫茶',
  '藤 carla',
])('SEARCH-SHORT: "%s" finds what the lists find', (query) => {
  const ranked = rank(
    scripts.map((label) => ({ label })),
    query,
  )
  expect(ranked.map(({ item }) => item.label).toSorted()).toEqual(scripts.filter(searchMatcher(query)).toSorted())
})

type Choice = { label: string; keywords?: string; lockedReason?: string }
const groups: ChoiceGroup<Choice>[] = [
  {
    label: 'On this page',
    kind: 'action',
    items: [
      { label: 'Lucas import', lockedReason: 'Choose a row first.' },
      { label: 'Export', keywords: 'csv' },
    ],
  },
  {
    label: 'Pages',
    kind: 'page',
    items: [
      { label: 'Payouts', keywords: 'bank wire' },
      { label: 'API keys', keywords: 'api token' },
      { label: 'Audit log', keywords: 'log history' },
      { label: 'Preferences', keywords: 'dark light' },
      { label: 'Security', keywords: 'password 2fa' },
    ],
  },
  {
    label: 'Actions',
    kind: 'action',
    items: [
      { label: 'Add location' },
      { label: 'Bank file', keywords: 'wire' },
      { label: 'Generate payouts' },
      { label: 'Void redemption', keywords: 'undo' },
      { label: 'Invite user' },
      { label: 'Approve…' },
    ],
  },
  {
    label: 'Users',
    kind: 'record',
    isFound: true,
    items: [{ label: 'Luca Rossi' }, { label: 'Ana Lucas' }, { label: 'Found by email' }],
  },
  { label: 'Switch merchant', kind: 'switch', isFound: true, items: [{ label: 'Luca' }] },
]
const first = (query: string) => rankGroups(groups, query)[0]?.items[0]?.label

describe('the order of the palette', () => {
  it.each([
    ['api', 'API keys'],
    ['token', 'API keys'],
    ['log', 'Audit log'],
    ['dark', 'Preferences'],
    ['2fa', 'Security'],
    ['password', 'Security'],
    ['undo', 'Void redemption'],
    ['invite', 'Invite user'],
    ['approve', 'Approve…'],
    ['payouts', 'Payouts'],
    ['bank', 'Bank file'],
    ['csv', 'Export'],
  ])('"%s" begins with %s', (query, label) => {
    const local = groups.filter(({ isFound }) => isFound !== true)
    expect(rankGroups(local, query)[0]?.items[0]?.label).toBe(label)
  })

  it('puts the exact name before the start of one, and people before actions if a name matches', () => {
    expect(first('luca rossi')).toBe('Luca Rossi')
    expect(first('luca')).toBe('Luca')
    const groupsFor = (query: string) => rankGroups(groups, query).map(({ label }) => label)
    expect(groupsFor('lucas')[0]).toBe('Users')
    expect(groupsFor('ros')[0]).toBe('Users')
  })

  it('never begins with what cannot be chosen, however well its name matches', () => {
    expect(first('lucas import')).not.toBe('Lucas import')
    expect(
      rankGroups(groups, 'lucas')
        .at(-1)
        ?.items.map(({ label }) => label),
    ).toEqual(['Lucas import'])
  })

  it('puts a slip after everything that has the word', () => {
    const slips = rankGroups(
      [
        { label: 'Actions', kind: 'action', items: [{ label: 'Add location' }] },
        { label: 'Pages', kind: 'page', items: [{ label: 'Audit', keywords: 'locaton' }] },
      ],
      'locaton',
    )
    expect(slips.map(({ items: [item] }) => item?.label)).toEqual(['Audit', 'Add location'])
  })

  it('keeps what the server found by another field, after what has the name', () => {
    expect(
      rankGroups(groups, 'luca')
        .find(({ label }) => label === 'Users')
        ?.items.map(({ label }) => label),
    ).toEqual(['Luca Rossi', 'Ana Lucas', 'Found by email'])
  })

  it('takes a slip for an action rather than for one of many names', () => {
    const people: ChoiceGroup<Choice> = {
      label: 'Users',
      kind: 'record',
      isFound: true,
      items: [{ label: 'Invited Bell' }],
    }
    expect(rankGroups([people, ...groups.slice(0, 3)], 'invte')[0]?.items[0]?.label).toBe('Invite user')
  })

  it('puts what has neither name nor synonym after a slip, such as results of the words typed before', () => {
    const before: ChoiceGroup<Choice> = {
      label: 'Users',
      kind: 'record',
      isFound: true,
      items: [{ label: 'Old Mill' }],
    }
    expect(rankGroups([before, ...groups.slice(0, 3)], 'invte').map(({ label }) => label)).toEqual(['Actions', 'Users'])
  })

  it('lists only actions after ">"', () => {
    expect(rankGroups(groups, '>').map(({ label }) => label)).toEqual(['On this page', 'Actions'])
    expect(rankGroups(groups, '> pay').map(({ items: all }) => all[0]?.label)).toEqual(['Generate payouts'])
  })
})

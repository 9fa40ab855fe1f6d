import { expect, it } from 'vitest'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import { rank, splitVerb } from './rank'

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

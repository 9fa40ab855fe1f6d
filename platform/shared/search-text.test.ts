import { describe, expect, it } from 'vitest'
import { searchKey, searchMatcher, searchText, searchWords } from './search-text'

describe('SEARCH-FORMS: a text is found', () => {
  it.each([
    ['café', 'Cafe\u0301 Noe\u0308l'],
    ['cafe noel', 'Café Noël'],
    ['NOËL  CAFÉ', 'Cafe\u0301 Noe\u0308l'],
    ["joe's", 'Joe’s'],
    ['joe’s', "Joe's"],
    ['joe´s', 'Joe`s'],
    ['joes', 'Joe’s'],
    ['istanbul cay', 'İstanbul Çay'],
    ['ISTANBUL ÇAY', 'İstanbul Çay'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'Strasse'],
    ['lodz', 'Łódź'],
    ['łódź', 'Lodz'],
    ['smorrebrod', 'Smørrebrød'],
    ['aesop oeuvre', 'Æsop Œuvre'],
    ['ёж', 'ЕЖ'],
    ['οδοσ', 'ΟΔΌΣ'],
    ['οδός', 'ΟΔΟΣ'],
    ['cafe 12', 'ｃａｆｅ　１２'],
    ['カフェ', 'ｶﾌｪ'],
    ['قهوه', 'قَهْوَه'],
    ['שלום', 'שָׁלוֹם'],
    ['50%', '50％ off'],
    ['', 'anything'],
  ])('by "%s" in %s', (query, text) => {
    expect(searchMatcher(query)(text)).toBe(true)
  })

  it.each([
    ['cafe noelle', 'Café Noël'],
    ['किताब', 'कताब'],
    ['ö', 'a'],
    ["'", "Joe's"],
  ])('but not by "%s" in %s', (query, text) => {
    expect(searchMatcher(query)(text)).toBe(false)
  })

  it('§5 by any part of it', () => {
    expect(searchMatcher('oë')('Café Noël')).toBe(true)
  })
})

it('counts a word once and leaves out those without a letter or sign', () => {
  expect(searchWords("  Noël ' Noël\u00A0’ ").map(searchText)).toEqual(['noel'])
})

it.each([
  ['Café', 'Cafe\u0301'],
  [' Alder  STREET ', 'alder street'],
  ['Street Alder', 'Alder Street'],
  ['佐藤 花子', '花子\u3000佐藤'],
  ["Joe's", 'Joe’s'],
  ['’ ', '’'],
])('takes the names "%s" and "%s" for duplicates', (name, other) => {
  expect(searchKey(name)).toBe(searchKey(other))
})

it.each([
  ['Alder Street 1', 'Alder Street 11'],
  ['’', '‘'],
])('takes the names "%s" and "%s" for different ones', (name, other) => {
  expect(searchKey(name)).not.toBe(searchKey(other))
})

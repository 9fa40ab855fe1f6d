import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { searchMatcher, searchText } from '@quaff/platform/shared/search-text'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { searchCondition } from './search'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const names = [
  'Café Noël',
  'Cafe\u0301 Noe\u0308l',
  'Joe’s',
  "Joe's",
  'Joe´s',
  'İstanbul Çay',
  'Straße',
  'Łódź',
  'ＣＡＦＥ　１２',
  'ΟΔΌΣ Ὀδός',
  'ЁЖ Йогурт',
  'ﾊﾞｰ カフェ',
  'قَهْوَة ٢٤',
  'שָׁלוֹם ׳',
  'Tiệm Cà Phê Đà Lạt',
  'किताब घर',
  '한국 커피',
  '50％ off_\\',
  'Æsop Œuvre Þór ŧħð ĳ ﬁ ŉ ẞ',
  'Plain ASCII `quoted`',
  'a\u00ADb\u200Bc\uFEFFd',
  'ᲐᲑ აბ ՀԱՅ ꭰᎠ 𐐀',
]

const foldedByDatabase = async (texts: readonly string[]) => {
  const { rows } = await services.db.execute<{ folded: string }>(
    sql`select search_text(text) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as t(text, n) order by n`,
  )
  return rows.map(({ folded }) => folded)
}

it('SEARCH-FORMS: the database folds names as the console does', async () => {
  expect(await foldedByDatabase(names)).toEqual(names.map(searchText))
})

it('SEARCH-FORMS: the database folds every letter, mark and sign of one code unit as the console does', async () => {
  const all = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))
  const used = all.filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(character))
  // Unicode has added letters to these blocks since PostgreSQL 15.
  const texts = used
    .filter((character) => !/[\u1C80-\u1C8F\u2C2F\uA7C0-\uA7F6]/.test(character))
    .map((one) => `A${one}b`)
  const folded = await foldedByDatabase(texts)
  expect(texts.length).toBeGreaterThan(50_000)
  expect(texts.filter((text, at) => folded[at] !== searchText(text))).toEqual([])
})

it('SEARCH-FORMS: the database folds random mixtures of them as the console does', async () => {
  let seed = 36
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const characters = names.flatMap((name) => [...name])
  const texts = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + next(24) }, () => characters[next(characters.length)]).join(''),
  )
  expect(await foldedByDatabase(texts)).toEqual(texts.map(searchText))
})

it('changes nothing when it folds a second time', async () => {
  const folded = names.map(searchText)
  expect([folded.map(searchText), await foldedByDatabase(folded)]).toEqual([folded, folded])
})

it.each([
  'café',
  'cafe',
  'CAFE\u0301',
  'noel  cafe',
  "joe's",
  'joe’s',
  'joe´s',
  'istanbul',
  'ISTANBUL',
  'strasse',
  'lodz',
  'ŁÓDŹ',
  'cafe 12',
  'οδος',
  'еж',
  'バー',
  'da lat',
  '%',
  '％',
  '＿',
  '_\\',
  "'",
  '',
  'nothing of these',
])('SEARCH-FORMS: the condition finds by "%s" what the console finds', async (query) => {
  const condition = searchCondition(sql`search_text(text)`, query) ?? sql`true`
  const { rows } = await services.db.execute<{ text: string }>(
    sql`select text from unnest(${sql.param(names)}::text[]) with ordinality as t(text, n) where ${condition} order by n`,
  )
  expect(rows.map(({ text }) => text)).toEqual(names.filter(searchMatcher(query)))
})

import { and, eq, sql, type SQL } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { searchMatcher, searchText, searchWords } from '@quaff/platform/shared/search-text'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { foldedSearch, foundPage, indexedSearch, searchCondition } from './search'

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
  'Սևան ՍԵՒԱՆ',
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

let seed = 36
const next = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const characters = names.flatMap((name) => [...name])
const mixture = () => Array.from({ length: 1 + next(24) }, () => characters[next(characters.length)]).join('')

it('SEARCH-FORMS: the database folds random mixtures of them as the console does', async () => {
  const texts = Array.from({ length: 2_000 }, mixture)
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
  'սեւան',
  'սև',
  'nothing of these',
])('SEARCH-FORMS: the condition finds by "%s" what the console finds', async (query) => {
  const condition = searchCondition(sql`text`, query) ?? sql`true`
  const { rows } = await services.db.execute<{ text: string }>(
    sql`select text from unnest(${sql.param(names)}::text[]) with ordinality as t(text, n) where ${condition} order by n`,
  )
  expect(rows.map(({ text }) => text)).toEqual(names.filter(searchMatcher(query)))
})

it.each([
  ['mailto:a@b.test', ['a@b.test\u001FNoor Haddad']],
  ['mailto:a@b.test?subject=Hello', ['a@b.test\u001FNoor Haddad']],
  ['"Noor Haddad" <a@b.test>', ['a@b.test\u001FNoor Haddad']],
  ['a@b.test,', ['a@b.test\u001FNoor Haddad']],
  ['Farrow, Tess', ['tess@farrow.test\u001FTess Farrow']],
  ['info@почта.рф', ['info@xn--80a1acny.xn--p1ai']],
  ['hallo@müller-kaffee.de', ['hallo@xn--mller-kaffee-dlb.de']],
  ['Müller-Kaffee.de', ['hallo@xn--mller-kaffee-dlb.de']],
  ['почта.рф', ['info@xn--80a1acny.xn--p1ai']],
  ['"', ['Bar "Zum Anker"']],
  [',', ['Salt, Pepper']],
  ['usr_7', ['Salt, Pepper']],
  ['usr_', []],
])('Pasted identifiers: %s finds its record', async (query, expected) => {
  const rows = [
    'a@b.test\u001FNoor Haddad',
    'tess@farrow.test\u001FTess Farrow',
    'info@xn--80a1acny.xn--p1ai',
    'hallo@xn--mller-kaffee-dlb.de',
    'Bar "Zum Anker"',
    'Salt, Pepper',
  ].map((text, at) => ({ id: at === 5 ? 'usr_7' : `usr_${at}x`, text }))
  const people = pgTable('t', { id: text().primaryKey() })
  const condition = searchCondition(sql`text`, query, people.id)
  const { rows: found } = await services.db.execute<{ text: string }>(
    sql`select text from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id text, text text) where ${condition}`,
  )
  expect(found.map(({ text: one }) => one)).toEqual(expected)
})

/** Names in many scripts. 佐藤 is also part of a longer name, and another name has its second letter only. */
const people = [
  'sato@mail.test\u001F佐藤',
  'kato@mail.test\u001F加藤 佐',
  'carla@mail.test\u001FCarla 佐藤花子',
  'wu@mail.test\u001F吴伟',
  'yoshi@mail.test\u001F𠮷野',
  'kim@mail.test\u001F김이',
  'lee@mail.test\u001F이 Lee',
  'cafe@mail.test\u001Fﾊﾞｰ か',
  'mai@mail.test\u001Fمي نور',
  'noor@mail.test\u001Fنُور',
  'som@mail.test\u001Fสม ชัย',
  'chai@mail.test\u001Fชั',
  'ra@mail.test\u001Fराज की',
  'or@mail.test\u001Fאור',
  'yo@mail.test\u001FЁж Я',
  'wolf@mail.test\u001FWölf 😀',
  'oslo@mail.test\u001FÅse Ø',
]

describe('SEARCH-SHORT: a word of one or two characters', () => {
  const table = pgTable('short_names', { text: text().notNull() })

  beforeAll(async () => {
    await services.db.execute(sql`create table short_names (text text not null)`)
    await services.db.execute(sql`create index short_grams on short_names using gin (search_grams(search_text(text)))`)
    await services.db.execute(
      sql`create index short_trigrams on short_names using gin (search_text(text) gin_trgm_ops)`,
    )
    await services.db.insert(table).values(people.map((one) => ({ text: one })))
  })

  /** Without scans of the table, the index has to have whatever is found. */
  const findByIndex = (query: string) =>
    services.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const where = indexedSearch(table.text, query)?.byIndex
      const plan = await tx.execute<Record<string, unknown>>(sql`explain select from ${table} where ${where}`)
      const rows = await tx.select().from(table).where(where)
      return { plan: JSON.stringify(plan.rows), found: rows.map((row) => row.text) }
    })

  it.each(
    ['佐藤', '佐', '藤', '藤佐', '花', '伟', '𠮷', '𠮷野', '이', 'ᄋ', 'バ', 'ﾊﾞ', 'か', 'مي', 'ي', 'نو', 'นا'].concat([
      'สม',
      'ชั',
      'ส',
      'की',
      'או',
      'ёж',
      'я',
      'ЕЖ',
      '😀',
      'carla 佐藤',
      '藤 佐',
      'a佐',
      '佐a',
    ]),
  )('%s is found by an index where the console finds it', async (query) => {
    const { plan, found } = await findByIndex(query)
    expect(plan).toContain('short_grams')
    expect(found).toEqual(people.filter(searchMatcher(query)))
  })

  it.each(['佐藤花', '김', 'l佐藤', 'ёжя', 'สม ชัย', '@m', 'il.', '.t'])('not: trigrams find %s', async (query) => {
    const { plan, found } = await findByIndex(query)
    expect(plan).toContain('short_trigrams')
    expect(plan).not.toContain('short_grams')
    expect(found).toEqual(people.filter(searchMatcher(query)))
  })

  it('has its letters next to each other', async () => {
    expect((await findByIndex('佐藤')).found).toEqual([people[0], people[2]])
  })

  it.each(['ö', 'Ø', 'jo', '50', '@', 'Müller'])(
    '%s needs no such index, because its letters are Latin',
    async (query) => {
      const { plan, found } = await findByIndex(query)
      expect(plan).not.toContain('short_grams')
      expect(found).toEqual(people.filter(searchMatcher(query)))
    },
  )

  it('of random letters of all scripts is found in whatever texts have it', async () => {
    const characters = people.flatMap((one) => [...one.replace('\u001F', ' ')])
    for (let turn = 0; turn < 300; turn += 1) {
      const query = Array.from({ length: 1 + next(3) }, () => characters[next(characters.length)]).join('')
      const { rows } = await services.db.execute<{ text: string }>(
        sql`select text from ${table} where ${indexedSearch(table.text, query)?.byIndex ?? sql`true`}`,
      )
      expect([query, rows.map((row) => row.text)]).toEqual([query, people.filter(searchMatcher(query))])
    }
  })
})

describe.each([
  ['their own columns', false],
  ['a table of folded texts', true],
])('§5 pages of rows found by %s', (_, hasTexts) => {
  const texts = pgTable('found_texts', { id: text().primaryKey(), at: integer().notNull(), text: text().notNull() })
  const table = pgTable('found_rows', { id: text().primaryKey(), name: text().notNull(), at: integer().notNull() })
  const orderBy = [sql`${table.at} desc`, sql`${table.id} desc`]
  const amount = 30_000
  type Row = { id: string; name: string; at: number }
  const rows: Row[] = Array.from({ length: amount }, (_, n) => ({
    id: `row_${n}`,
    // "often" fills a page at once, "some" after a thousand rows, "seldom" has one match in 2,000, "late" only at the end.
    name: [
      mixture(),
      n % 3 === 0 && 'often',
      n % 70 === 0 && 'some',
      n % 2_000 === 1 && 'seldom',
      n < 300 && 'late',
      n % 900 === 7 && '佐藤',
    ]
      .filter(Boolean)
      .join(' '),
    at: Math.floor(n / 4),
  }))
  const inOrder = rows
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map((row) => ({ row, folded: searchText(row.name) }))
  const matching = (q: string): Row[] => {
    const words = searchWords(q).map(searchText)
    if (words.length === 0) return []
    return inOrder.filter(({ folded }) => words.every((word) => folded.includes(word))).map(({ row }) => row)
  }

  beforeAll(async () => {
    await services.db.execute(sql`drop table if exists found_rows, found_texts`)
    await services.db.execute(
      sql`create table found_rows (id text collate "C" primary key, name text not null, at integer not null)`,
    )
    await services.db
      .execute(sql`insert into found_rows select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(id text, name text, at integer)`)
    await services.db.execute(sql`create index on found_rows (at desc, id desc)`)
    await services.db.execute(sql`create index on found_rows using gin (search_text(name) gin_trgm_ops)`)
    await services.db.execute(sql`create index found_grams on found_rows using gin (search_grams(search_text(name)))`)
    await services.db.execute(
      sql`create table found_texts as select id, at, search_text(name) as text from found_rows order by md5(id)`,
    )
    await services.db.execute(sql`create index on found_texts (at, id, text)`)
    await services.db.execute(sql`analyze found_rows, found_texts`)
  })

  async function readPage(
    q: string,
    limit: number,
    { where, size, last }: { where?: SQL; size?: SQL; last?: Row } = {},
  ) {
    const search = indexedSearch(table.name, q)
    const matches = foldedSearch(texts.text, q)
    const searchTable = hasTexts && !where && matches && { id: texts.id, createdAt: texts.at, matches }
    const page = foundPage(services.db, {
      id: table.id,
      where: and(where, last && sql`(${table.at}, ${table.id}) < (${last.at}, ${last.id})`),
      search,
      orderBy,
      limit,
      size,
      searchTable: searchTable
        ? {
            ...searchTable,
            orderBy: [sql`${texts.at} desc`, sql`${texts.id} desc`],
            after: last && sql`(${texts.at}, ${texts.id}) < (${last.at}, ${last.id})`,
          }
        : undefined,
    })
    return services.db
      .with(...page.found)
      .select({ id: table.id, name: table.name, at: table.at, total: page.total })
      .from(table)
      .where(page.where)
      .orderBy(...orderBy)
      .limit(limit)
  }

  async function listPage(q: string, limit: number, last?: Row): Promise<Row[]> {
    return (await readPage(q, limit, { last })).map(({ total: _total, ...row }) => row)
  }

  async function listAll(q: string, limit: number): Promise<Row[]> {
    const all: Row[] = []
    for (;;) {
      const page = await listPage(q, limit, all.at(-1))
      all.push(...page)
      if (page.length < limit) return all
    }
  }

  it.each([
    ['often', 3_000],
    ['some', 5],
    ['seldom', 20],
    ['seldom', 5],
    ['late', 60],
    ['often some', 50],
    ['late seldom', 20],
    ['nowhere', 20],
    ['カフ', 900],
    ['佐藤', 20],
    ['藤', 5],
    ['seldom 佐', 20],
    ['%', 1_500],
    ["'", 20],
    ['ft', 20],
    ['nx', 20],
  ])('contain each row with "%s" once and in order, %i at a time', async (q, limit) => {
    expect((await listAll(q, limit)).map(({ id }) => id)).toEqual(matching(q).map(({ id }) => id))
  })

  it('contain each row with a random part of a name', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const { name } = rows[next(amount)] ?? { name: '' }
      const from = next(Math.max(1, name.length - 3))
      const q = name.slice(from, from + 1 + next(6)).replaceAll(/\p{Cs}/gu, '')
      if (q.trim() !== '') expect([q, await listPage(q, 20)]).toEqual([q, matching(q).slice(0, 20)])
    }
  }, 60_000)

  it('keep the other conditions of the list', async () => {
    const read = await readPage('some', 20, { where: eq(table.at, 7_000) })
    expect(read.map(({ id }) => id)).toEqual(matching('some').flatMap(({ id, at }) => (at === 7_000 ? [id] : [])))
  })

  const totalOf = async (q: string, size?: SQL) => (await readPage(q, 5, { size }))[0]?.total

  it('say how many rows the index has found, up to one more than is counted', async () => {
    expect(await totalOf('seldom')).toBe(matching('seldom').length)
    expect(await totalOf('佐藤')).toBe(matching('佐藤').length)
    expect(await totalOf('late')).toBe(pageLimits.found + 1)
  })

  it('say of a frequent word in a list of known size that its rows are too many to count', async () => {
    expect(await totalOf('often')).toBeNull()
    // The share among 5,000 texts says more than that among 125 rows.
    const total: unknown = hasTexts ? expect.any(Number) : null
    expect(await totalOf('often', sql`30000`)).toEqual(total)
    expect(await totalOf('often', sql`1000000`)).toBeGreaterThan(pageLimits.found)
  })
})

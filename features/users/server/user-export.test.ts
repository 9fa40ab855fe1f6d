import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { safeCell } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { ExportUsersInput } from '../contract'
import { insertUser, insertUsers } from '../testing/user-factory'
import { exportUsers } from './user-export'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

async function textOf(input: ExportUsersInput): Promise<string[]> {
  const chunks: string[] = []
  for await (const chunk of (await exportUsers(admin, input)).chunks) chunks.push(String(chunk))
  return chunks
}

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u00a0=1',
  '\u3000＝1',
  '\u200b=1',
  '\ufeff=1',
  '\t=1',
  '\r=1',
  '\n=1',
  '\u0001=1',
]

describe('the CSV', () => {
  it('§2.8 has a BOM, exactly the seven columns and CRLF lines', async () => {
    const user = await insertUser(services, {
      displayName: 'Comma, "quoted"',
      createdAt: new Date('2026-03-01T01:02:03.004Z'),
      lastActiveAt: null,
      role: 'csv',
    })
    const text = (await textOf({ format: 'csv', filter: { role: 'csv' } })).join('')
    expect(text).toBe(
      '\uFEFFID,Email,Display Name,Role,Status,Created At,Last Active\r\n' +
        `${user.id},${user.email},"Comma, ""quoted""",csv,active,2026-03-01T01:02:03.004Z,\r\n`,
    )
  })

  it('makes every hostile cell plain text, in every column', async () => {
    await insertUsers(
      services,
      hostile.map((displayName) => ({ displayName, role: '=hostile' })),
    )
    await insertUser(services, { email: '=1+1@x.test', role: '=hostile', displayName: 'harmless - name' })
    const text = (await textOf({ format: 'csv', filter: { role: '=hostile' } })).join('')
    for (const cell of hostile) expect(text).toContain(safeCell(cell))
    expect(text).toContain(",'=hostile,")
    expect(text).toContain(",'=1+1@x.test,harmless - name,")
  })

  it.each(hostile)('marks %j', (value) => {
    expect(safeCell(value)).toMatch(/^'/)
    // A tab or newline may start a cell, which gets its own apostrophe.
    expect(safeCell(value).replaceAll("'", '')).toBe(value)
  })

  it.each(['', 'a=b', "O'Brien", '1', 'Zoë', ' plain'])('leaves %j alone', (value) => {
    expect(safeCell(value)).toBe(value)
  })
})

it('the workbook has the zone in its headings, dates as dates and names as they are', async () => {
  const names = ['=1+1', '+41 44 668 18 00', 'Café Zürich']
  const createdAt = new Date('2026-03-01T01:02:03.004Z')
  await insertUsers(
    services,
    names.map((displayName) => ({ displayName, role: 'workbook', createdAt })),
  )
  const bytes: Uint8Array[] = []
  for await (const chunk of (await exportUsers(admin, { format: 'xlsx', filter: { role: 'workbook' } })).chunks)
    bytes.push(Buffer.from(chunk))
  const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(bytes)))
  const [heading, ...rows] = sheets[0]?.rows ?? []
  expect(heading).toEqual(['ID', 'Email', 'Display Name', 'Role', 'Status', 'Created At (UTC)', 'Last Active (UTC)'])
  expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(names))
  expect(rows.map((row) => row[5])).toEqual(names.map(() => new Date('2026-03-01T01:02:03Z')))
})

describe('the JSON', () => {
  it('§2.8 is one array with the values as they are', async () => {
    await insertUsers(
      services,
      hostile.map((displayName) => ({ displayName, role: 'json', createdAt: new Date(0) })),
    )
    const people: { displayName: string; createdAt: string | null }[] = JSON.parse(
      (await textOf({ format: 'json', filter: { role: 'json' } })).join(''),
    )
    expect(people.map((person) => person.displayName).sort()).toEqual([...hostile].sort())
    expect(Object.keys(people[0] ?? {})).toEqual([
      'id',
      'email',
      'displayName',
      'role',
      'status',
      'createdAt',
      'lastActive',
    ])
    expect(people[0]?.createdAt).toBeNull()
  })

  it('of no one is an empty array', async () => {
    expect(JSON.parse((await textOf({ format: 'json', filter: { role: 'unknown' } })).join(''))).toEqual([])
  })
})

describe('what is exported', () => {
  it('streams page by page: 900 people in pieces, each once', async () => {
    await insertUsers(
      services,
      Array.from({ length: 900 }, () => ({ role: 'many' })),
    )
    const chunks = await textOf({ format: 'csv', filter: { role: 'many' } })
    expect(chunks.length).toBeGreaterThanOrEqual(4)
    const ids = chunks.slice(1).flatMap((chunk) =>
      chunk
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',')[0]),
    )
    expect(new Set(ids).size).toBe(900)
    expect(ids).toHaveLength(900)
  })

  it('is the selection alone when there is one', async () => {
    const [first, , third] = await insertUsers(services, [{}, {}, {}])
    const people: { id: string }[] = JSON.parse(
      (await textOf({ format: 'json', ids: [first?.id ?? '', third?.id ?? '', 'usr_missing'] })).join(''),
    )
    expect(new Set(people.map((person) => person.id))).toEqual(new Set([first?.id, third?.id]))
    expect(people).toHaveLength(2)
    expect(JSON.parse((await textOf({ format: 'json', ids: [] })).join(''))).toEqual([])
  })

  it('§G12 is audited, named after the day, and for administrators only', async () => {
    const { fileName, contentType } = await exportUsers(admin, { format: 'csv', filter: { q: 'secret words' } })
    expect({ fileName, contentType }).toEqual({
      fileName: 'users-2026-03-10.csv',
      contentType: 'text/csv; charset=utf-8',
    })
    const rows = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.action, 'export_users'))
      .orderBy(adminAuditLogs.sequence)
    expect(rows.at(-1)).toMatchObject({ after: { format: 'csv', filters: ['q'], selected: null } })
    for (const actor of [await asOwner(services, ['a']), await asViewer(services, ['a'])]) {
      await expect(exportUsers(contextAs(services, actor), { format: 'csv' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    expect(await services.db.$count(adminAuditLogs)).toBe(rows.length)
  })
})

import { describe, expect, it } from 'vitest'
import { encodeCounts, encodeEntity, encodeLog } from '../testing/managed-export'
import { headBytes, recognizeFormat } from './recognize.js'

const user = { path: 'users/u1', data: { email: 'a@b.test' } }
const restUser = { name: 'projects/p/databases/(default)/documents/users/u1', fields: { n: { integerValue: '1' } } }
const accountRow = `u1,a@b.test,true,aGFzaA==,c2FsdA==,Ana${','.repeat(22)}`
const config =
  'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: c2lnbmVy,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}'
const json = (value: unknown, space?: number) => JSON.stringify(value, null, space)

const formatOf = async (content: string | Buffer, name = 'a file') =>
  recognizeFormat(name, Buffer.from(content).subarray(0, headBytes))

describe('what a file holds', () => {
  it.each<[string, string | Buffer, object]>([
    ['records of documents', encodeLog([encodeEntity(user)]), { kind: 'managed_documents' }],
    [
      'records of a document of many blocks',
      encodeLog([encodeEntity({ path: 'a/b', data: { x: 'x'.repeat(900_000) } })]),
      { kind: 'managed_documents' },
    ],
    ['an export’s own counts', encodeCounts('all', 3, 9), { kind: 'managed_counts' }],
    ['a tree', json({ __collections__: { users: { u1: {} } } }), { kind: 'tree', tree: 'marked' }],
    ['a tree with nothing in it', json({ __collections__: {} }), { kind: 'tree', tree: 'marked' }],
    ['a tree of lines', json({ __collections__: { users: { u1: { a: 1 } } } }, 2), { kind: 'tree', tree: 'marked' }],
    ['a bare tree', json({ users: { u1: { a: 1 }, u2: {} }, merchants: {} }), { kind: 'tree', tree: 'bare' }],
    ['a REST list', json({ documents: [restUser] }), { kind: 'list', listName: 'documents', collection: null }],
    [
      'a REST list of lines',
      `{"documents":[\n${json(restUser)}\n]}`,
      { kind: 'list', listName: 'documents', collection: null },
    ],
    [
      'answers to a query',
      json([{ readTime: 'x' }, { document: restUser, readTime: 'x' }]),
      { kind: 'list', listName: null, collection: null },
    ],
    ['a list of ours', json([user]), { kind: 'list', listName: null, collection: null }],
    ['a list whose first is none', json([{}, null, user]), { kind: 'list', listName: null, collection: null }],
    ['lines', `${json(user)}\n${json(user)}`, { kind: 'lines' }],
    ['one line', json(user), { kind: 'lines' }],
    ['REST lines', `${json(restUser)}\n`, { kind: 'lines' }],
    ['rows of a table', json({ document_name: 'users/u1', data: '{"a":1}', operation: 'CREATE' }), { kind: 'lines' }],
    ['lines of which the first is broken', `{"path":"users/u0","da\n${json(user)}`, { kind: 'lines' }],
    ['accounts', json({ users: [{ localId: 'u1' }] }), { kind: 'accounts', as: 'list' }],
    ['an emulator’s accounts', json({ kind: 'x', users: [{ localId: 'u1' }] }, 2), { kind: 'accounts', as: 'list' }],
    ['a table of accounts', accountRow, { kind: 'accounts', as: 'table' }],
    ['settings of hashes', config, { kind: 'hash_config' }],
    [
      'settings of hashes in JSON',
      json({ algorithm: 'SCRYPT', base64_signer_key: 'c2ln', base64_salt_separator: 'Bw==', rounds: 8, mem_cost: 14 }),
      { kind: 'hash_config' },
    ],
  ])('%s, by its content, whatever its name', async (_title, content, expected) => {
    for (const name of ['a file', 'x.png', 'storage/a.csv', 'output-0', 'readme.md', 'firebase-export-metadata'])
      expect(await formatOf(content, name), name).toEqual(expected)
    if (typeof content !== 'string') return
    expect(await formatOf(`\uFEFF\n ${content}`)).toEqual(expected)
  })

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['zeros', Buffer.alloc(40_000)],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['another picture', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a program’s settings', json({ name: 'x', version: '1.0.0', dependencies: { a: '1' } }, 2)],
    ['an emulator’s settings', json({ signIn: { allowDuplicateEmails: false } })],
    ['an emulator’s description', json({ version: '11.4.2', firestore: { path: 'x' } }, 2)],
    ['a list of numbers', '[1,2,3]'],
    ['an empty list', '[]'],
    ['an empty map', '{}'],
    ['a list below a name', json({ items: [{ id: 'x' }] })],
    ['no accounts', json({ users: [] })],
    ['text', 'hello, world'],
    ['another table', 'id,name\n1,Ana'],
    ['half of JSON', '{"a'],
    ['records of another kind', encodeLog([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')])],
  ])('%s is left alone', async (_title, content) => {
    for (const name of ['a file', 'storage/x.png', 'package.json', 'config.json'])
      expect(await formatOf(content, name), name).toEqual({ kind: 'other' })
  })

  it('a list of one collection takes its name from the file', async () => {
    const content = json([{ id: 'u1', email: 'a@b.test' }])
    const expected = { kind: 'list', listName: null, collection: 'users' }
    for (const name of ['users.json', 'dump/users.json', 'users.json.gz'])
      expect(await formatOf(content, name)).toEqual(expected)
    expect(await formatOf(content, 'users.txt')).toEqual({ kind: 'other' })
  })

  it('a file that is damaged at its start is recognized by name, so that the damage is reported', async () => {
    for (const content of [Buffer.alloc(100, 7), Buffer.from('{"a')]) {
      expect(await formatOf(content, 'all/output-12')).toEqual({ kind: 'managed_documents' })
      expect(await formatOf(content, 'x/2022.overall_export_metadata')).toEqual({ kind: 'managed_counts' })
      expect(await formatOf(content, 'users.ndjson')).toEqual({ kind: 'lines' })
    }
    expect(await formatOf('', 'users.ndjson')).toEqual({ kind: 'other' })
  })
})

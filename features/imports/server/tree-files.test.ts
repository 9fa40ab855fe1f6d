import { expect, it } from 'vitest'
import type { TargetFiles } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importFiles } from '../testing/import-run-factory'
import { checkContents } from '../testing/source-files-factory'
import { treeFiles } from './tree-files'

async function written(documents: readonly SourceDocument[]) {
  const files: Record<string, string> = {}
  const target: TargetFiles = {
    append: async () => {},
    write: async (path, bytes) => void (files[path] = Buffer.from(bytes).toString()),
    close: async () => {},
  }
  const tree = treeFiles(target, 'users')
  await tree.add(documents.map((document) => ({ ...document, isLater: false })))
  await tree.end()
  return { files, inexact: tree.inexact() }
}

it('§7 the other tool reads its own marks, below the collections of a document', async () => {
  const data = {
    at: { $time: '2023-11-14T22:13:20.123456Z' },
    before: { $time: '1969-12-31T23:59:59.500Z' },
    place: { $geo: [47.36, 8.54] },
    of: { $ref: 'merchants/m1' },
    list: [{ $time: '2023-11-14T22:13:20.000Z' }, 1.5, null],
    long: { $int: '9223372036854775807' },
    inner: { __proto: 1, 'a"b': 'ü' },
  }
  const { files, inexact } = await written([{ path: 'users/u1/carts/c1', data }])
  expect(files).toEqual({
    'users.0001.json':
      '{"__collections__":{"users":{"u1":{"__collections__":{"carts":{"c1":{' +
      '"at":{"__datatype__":"timestamp","value":{"_seconds":1700000000,"_nanoseconds":123456000}},' +
      '"before":{"__datatype__":"timestamp","value":{"_seconds":-1,"_nanoseconds":500000000}},' +
      '"place":{"__datatype__":"geopoint","value":{"_latitude":47.36,"_longitude":8.54}},' +
      '"of":{"__datatype__":"documentReference","value":"merchants/m1"},' +
      '"list":[{"__datatype__":"timestamp","value":{"_seconds":1700000000,"_nanoseconds":0}},1.5,null],' +
      '"long":9223372036854775807,' +
      '"inner":{"__proto":1,"a\\"b":"ü"}}}}}}}}',
  })
  expect(inexact).toBe(0)
})

it('§7 counts values that the format cannot express: NaN, times of the store, maps that look like marks', async () => {
  const exact = { path: 'users/a', data: { name: 'a' } }
  const { inexact } = await written([
    exact,
    { path: 'users/b', data: { score: { $double: 'NaN' } } },
    { path: 'users/c', data: { name: 'c' }, createTime: '2024-01-01T00:00:00Z' },
    { path: 'users/d', data: { at: { $map: { latitude: 1, longitude: 2 } } } },
    { path: 'users/e', data: {} },
  ])
  expect(inexact).toBe(3)
})

it('§7 a document that is only a parent is not a document, in any file', async () => {
  const { files } = await written([{ path: 'users/u1/carts/c1', data: { items: 3 } }])
  const { report, problems } = await checkContents({
    ...files,
    'z.json': JSON.stringify({
      __collections__: { users: { u1: { email: 'ana@people.test', createdAt: '2024-01-01T00:00:00Z' }, u2: {} } },
    }),
  })
  expect(report.collections.map(({ collection, read }) => [collection, read])).toEqual([
    ['users', 2],
    ['users/carts', 1],
  ])
  expect(problems.map(({ path, fault }) => [path, fault])).toEqual([['users/u2', 'missing']])
})

it('§7 old hashes are exported with accounts in both formats, but only on request', async () => {
  const services = await createTestServices()
  const account = {
    localId: 'u1',
    email: 'a@people.test',
    passwordHash: 'AAEC',
    salt: 'BAU=',
    createdAt: '1700000000000',
  }
  const hashConfig =
    'hash_config { algorithm: SCRYPT, base64_signer_key: AAEC, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }'
  await importFiles(services, { 'auth.json': JSON.stringify({ users: [account] }), 'config.txt': hashConfig })
  const hashesOf = async (withHashes: boolean) => {
    const { users } = JSON.parse((await exportFiles(services, withHashes, 'tree'))['auth.json'] ?? '') as {
      users: object[]
    }
    return users
  }
  expect(await hashesOf(true)).toEqual([account])
  const { passwordHash: _hash, salt: _salt, ...rest } = account
  expect(await hashesOf(false)).toEqual([rest])
})

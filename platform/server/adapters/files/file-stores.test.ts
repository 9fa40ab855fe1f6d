import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBucketServer } from '@quaff/platform/testing/files/bucket-server'
import type { FileStore } from '../../ports'
import { diskFileStore } from './disk-file-store'
import { s3FileStore } from './s3-file-store'
import { FileStoreTimeout, retryWithin, within } from './time-limits'

const quick = { operationMs: 1_500, uploadMs: 1_500, attemptMs: 400 }
const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const key = 'brand/0123abcd.webp'
const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251)

let folder: string
let server: Awaited<ReturnType<typeof startBucketServer>>
let endpoint: string
const stores: Record<'disk' | 's3', FileStore> = { disk: diskFileStore('unset'), s3: diskFileStore('unset') }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  server = await startBucketServer(folder, 'brand')
  endpoint = server.endpoint
  stores.disk = diskFileStore(join(folder, 'disk'))
  stores.s3 = s3FileStore({ ...keys, bucket: 'brand', endpoint })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe.each(['disk', 's3'] as const)('the %s store', (kind) => {
  it('gives back what was put, byte for byte', async () => {
    await stores[kind].put(key, bytes, 'image/webp')
    expect(Buffer.from((await stores[kind].get(key)) ?? []).equals(Buffer.from(bytes))).toBe(true)
  })

  it('replaces what is put again', async () => {
    await stores[kind].put('again.bin', bytes, 'image/webp')
    await stores[kind].put('again.bin', Uint8Array.of(1), 'image/webp')
    expect([...((await stores[kind].get('again.bin')) ?? [])]).toEqual([1])
  })

  it('keeps an empty file', async () => {
    await stores[kind].put('empty.bin', new Uint8Array(), 'image/webp')
    expect((await stores[kind].get('empty.bin'))?.length).toBe(0)
  })

  it('answers null for what is not there, and for a folder', async () => {
    expect(await stores[kind].get('brand/missing.webp')).toBeNull()
    await stores[kind].put('deep/er/file.bin', bytes, 'image/webp')
    expect(await stores[kind].get('deep/er')).toBeNull()
  })

  it('removes, and does not mind when there is nothing to remove', async () => {
    await stores[kind].put('gone.bin', bytes, 'image/webp')
    await stores[kind].remove('gone.bin')
    await stores[kind].remove('gone.bin')
    expect(await stores[kind].get('gone.bin')).toBeNull()
  })

  it('can be written to', async () => {
    await stores[kind].check()
  })

  it.each([
    '../up',
    '/etc/passwd',
    'a/../b',
    'a//b',
    '.hidden',
    'a/.part/b',
    'UPPER',
    'a\\b',
    'a\0b',
    '',
    'a/',
    'x'.repeat(201),
  ])('refuses the key %j', async (wrong) => {
    await expect((async () => stores[kind].get(wrong))()).rejects.toThrow('Not a file key')
    await expect((async () => stores[kind].put(wrong, bytes, 'x'))()).rejects.toThrow('Not a file key')
    await expect((async () => stores[kind].remove(wrong))()).rejects.toThrow('Not a file key')
  })

  it('of two that write one key at once keeps one of them whole', async () => {
    const versions = [1, 2, 3, 4].map((value) => new Uint8Array(50_000).fill(value))
    await Promise.all(versions.map((version) => stores[kind].put('race.bin', version, 'image/webp')))
    const kept = (await stores[kind].get('race.bin')) ?? new Uint8Array()
    expect(kept.length).toBe(50_000)
    expect(new Set(kept).size).toBe(1)
  })
})

describe('the disk store', () => {
  it('leaves nothing of an upload that failed', async () => {
    const place = join(folder, 'blocked')
    await mkdir(place)
    // A file is in the place of the key's folder, so the last step fails.
    await writeFile(join(place, 'brand'), 'in the way')
    await expect(diskFileStore(place).put(key, bytes, 'image/webp')).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await readdir(join(place, '.part'))).toEqual([])
    expect(await diskFileStore(place).get(key)).toBeNull()
  })

  it('notices a folder that cannot be written to', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    await expect(diskFileStore(join(file, 'files')).check()).rejects.toThrow(/ENOTDIR|EEXIST/)
    await expect(diskFileStore(join(file, 'files')).put(key, bytes, 'image/webp')).rejects.toThrow(/ENOTDIR|EEXIST/)
    if (process.getuid?.() === 0) return
    const locked = join(folder, 'locked')
    await mkdir(locked)
    await chmod(locked, 0o500)
    await expect(diskFileStore(locked).check()).rejects.toThrow('EACCES')
  })

  it('clears away what a process that died has left, and nothing younger', async () => {
    const place = join(folder, 'crashed')
    await mkdir(join(place, '.part'), { recursive: true })
    await writeFile(join(place, '.part', 'old'), 'half')
    await writeFile(join(place, '.part', 'young'), 'half')
    await utimes(join(place, '.part', 'old'), 0, 0)
    await diskFileStore(place).put(key, bytes, 'image/webp')
    expect(await readdir(join(place, '.part'))).toEqual(['young'])
  })

  it('keeps its files to itself, and follows no link to write', async () => {
    const place = join(folder, 'private')
    const outside = join(folder, 'outside')
    await writeFile(outside, 'mine')
    const store = diskFileStore(place)
    await store.put(key, bytes, 'image/webp')
    expect((await stat(join(place, key))).mode & 0o077).toBe(0)
    await rm(join(place, key))
    await symlink(outside, join(place, key))
    await store.put(key, bytes, 'image/webp')
    expect(await readFile(outside, 'utf8')).toBe('mine')
  })
})

/** A server that speaks HTTP and little else; `answer` gets the number of the request. */
async function oddServer(
  answer: (count: number) => number | null,
): Promise<{ endpoint: string; count: () => number; close: () => void }> {
  let count = 0
  const odd: Server = createServer((request, response) => {
    count += 1
    const status = answer(count)
    request.resume()
    if (status === null) return
    response.writeHead(status, { 'content-type': 'application/xml' }).end()
  })
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
  const { port } = odd.address() as AddressInfo
  const close = () => {
    odd.closeAllConnections()
    odd.close()
  }
  return { endpoint: `http://127.0.0.1:${port}`, count: () => count, close }
}

describe('the s3 store', () => {
  const storeAt = (address: string, bucket = 'brand') => s3FileStore({ ...keys, bucket, endpoint: address }, quick)

  it('says at once when the bucket is missing', async () => {
    const started = performance.now()
    await expect(storeAt(endpoint, 'nowhere').check()).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(storeAt(endpoint, 'nowhere').get(key)).rejects.toMatchObject({ name: 'NoSuchBucket' })
    expect(performance.now() - started).toBeLessThan(quick.operationMs)
  })

  it('tries again while the server is ill', async () => {
    const odd = await oddServer((count) => (count < 3 ? 503 : 200))
    await storeAt(odd.endpoint).put(key, bytes, 'image/webp')
    expect(odd.count()).toBe(3)
    odd.close()
  })

  it.each([403, 507])('does not try again what is refused, or where there is no room (%i)', async (status) => {
    const odd = await oddServer(() => status)
    await expect(storeAt(odd.endpoint).put(key, bytes, 'image/webp')).rejects.toMatchObject({
      $metadata: { httpStatusCode: status },
    })
    expect(odd.count()).toBe(1)
    odd.close()
  })

  it('gives up a server that never answers, within the limit', async () => {
    const odd = await oddServer(() => null)
    const started = performance.now()
    await expect(storeAt(odd.endpoint).get(key)).rejects.toBeInstanceOf(FileStoreTimeout)
    expect(performance.now() - started).toBeLessThan(quick.operationMs + 500)
    expect(odd.count()).toBeGreaterThan(1)
    odd.close()
  })

  it('gives up a server that is not there, within the limit', async () => {
    const odd = await oddServer(() => 200)
    odd.close()
    const started = performance.now()
    await expect(storeAt(odd.endpoint).put(key, bytes, 'image/webp')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(performance.now() - started).toBeLessThan(quick.uploadMs + 500)
  })

  it('shows nothing of an upload that was cut off', async () => {
    const cut = Buffer.from(
      'PUT /brand/brand/half.webp HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\nonly the beginning',
    )
    const { connect } = await import('node:net')
    const socket = connect(Number(new URL(endpoint).port), '127.0.0.1')
    await new Promise<void>((resolve) => socket.write(cut, () => resolve()))
    socket.destroy()
    expect(await stores.s3.get('brand/half.webp')).toBeNull()
  })
})

describe('limits of time', () => {
  it('§9 are two minutes for an operation and ten for an upload', async () => {
    const { fileLimits } = await import('./time-limits')
    expect(fileLimits).toMatchObject({ operationMs: 120_000, uploadMs: 600_000 })
  })

  it('hold also for work that cannot be stopped', async () => {
    await expect(within(30, () => new Promise(() => undefined))).rejects.toBeInstanceOf(FileStoreTimeout)
  })

  it('§9 hold over all attempts together', async () => {
    const started = performance.now()
    let attempts = 0
    const failing = () => Promise.reject(new Error(`attempt ${++attempts}`))
    await expect(retryWithin(1_000, 500, failing, () => true)).rejects.toThrow('attempt')
    expect(attempts).toBeGreaterThan(1)
    expect(performance.now() - started).toBeLessThan(1_200)
  })
})

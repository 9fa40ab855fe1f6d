import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isExternalUrl, isPublicAddress } from '../address-guard'
import { webhookPoster } from './webhook-poster'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
async function listen(handle: RequestListener): Promise<string> {
  const made = createServer(handle)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const { port } = made.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}
const post = (url: string, options: Partial<Parameters<typeof webhookPoster>[0]> = {}) =>
  webhookPoster({ isPrivateAllowed: true, ...options }).post({ url, headers: {}, body: '{}' })

describe('an address', () => {
  it.each([
    'http://example.com/',
    'https://user:secret@example.com/',
    'https://example.com:22/',
    'https://localhost/',
    'https://printer.local/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[2002:7f00:1::]/',
    'no address',
  ])('%s is refused', (address) => {
    expect(isExternalUrl(address, { isPrivateAllowed: false })).toBe(false)
  })

  it.each(['https://example.com/hook', 'https://example.com:8443/', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    '%s is taken',
    (address) => {
      expect(isExternalUrl(address, { isPrivateAllowed: false })).toBe(true)
    },
  )

  it('over plain http leads to this machine only, and only where that is allowed', () => {
    expect(isExternalUrl('http://127.0.0.1:9/', { isPrivateAllowed: true })).toBe(true)
    expect(isExternalUrl('http://example.com/', { isPrivateAllowed: true })).toBe(false)
  })
})

describe('a request', () => {
  it('whose name leads inside at the moment of connecting is not sent, whatever the name led to before', async () => {
    const answers = [['93.184.216.34'], ['93.184.216.34', '10.0.0.1'], ['::ffff:127.0.0.1']]
    for (const addresses of answers.slice(1)) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(await post('https://rebound.example/', { isPrivateAllowed: false, resolve })).toMatchObject({
        status: null,
        error: 'ADDRESS',
      })
    }
    expect(answers[0]?.every(isPublicAddress)).toBe(true)
  })

  it('follows no redirect', async () => {
    let requested = 0
    const url = await listen((_, response) => {
      requested += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await post(url)).toMatchObject({ status: 302, error: null })
    expect(requested).toBe(1)
  })

  it('reads the beginning of a huge answer', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
      more()
    })
    expect((await post(url)).text).toHaveLength(4_096)
  })

  it('gives up on who answers slowly, drop by drop too, and on what is no HTTP', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await post(url, { timeoutMs: 150 })).toMatchObject({ status: null, error: 'TIMEOUT' })
    const garbage = await listen((request) => request.socket.end('no http at all\r\n\r\n'))
    expect(await post(garbage)).toMatchObject({ status: null, error: 'CONNECTION' })
  })

  it('to no one, or to a name of no one, says so', async () => {
    expect(await post('http://127.0.0.1:1/')).toMatchObject({ error: 'CONNECTION' })
    const resolve = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOTFOUND' }))
    expect(await post('https://unknown.example/', { resolve })).toMatchObject({ error: 'NAME' })
  })
})

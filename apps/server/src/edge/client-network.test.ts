import { describe, expect, it } from 'vitest'
import { clientAddress, isLoopback, networkOf, trustedProxyList } from './client-network'

describe('the client address', () => {
  const trusted = trustedProxyList(['10.0.0.0/8', '::1'])

  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['::1', '2001:db8::7', '2001:db8::7'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:4711, 10.2.3.4:80', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['10.0.0.1', '[::ffff:198.51.100.1]:4711', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:port', '10.0.0.1'],
  ])('of %s forwarded for %s is %s', (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, trusted)).toBe(expected)
  })
})

describe('the network of a limit', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:ffff::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
  ])('§G37 of %s is %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected)
  })

  it('knows this machine', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
    expect(['128.0.0.1', '', '10.0.0.1', '::2'].some(isLoopback)).toBe(false)
  })
})

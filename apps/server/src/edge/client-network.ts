import { BlockList, isIP, isIPv4 } from 'node:net'

const maxForwarded = 20

/** `entries` are addresses or networks (`10.0.0.0/8`), checked when the environment was read; null where there are none. */
export function trustedProxyList(entries: readonly string[]): BlockList | null {
  if (entries.length === 0) return null
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * Returns the client address: reads X-Forwarded-For from the right while each hop is a trusted proxy. Callers can
 * forge the entries before that, so they are ignored.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList | null,
): string {
  let address = plainAddress(socketAddress ?? '')
  if (!trusted) return address
  const hops = (forwardedFor ?? '').split(',').slice(-maxForwarded)
  while (isTrusted(address, trusted)) {
    const next = plainAddress(withoutPort(hops.pop()?.trim() ?? ''))
    if (isIP(next) === 0) break
    address = next
  }
  return address
}

/** Key of network limits: an IPv6 client has its whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address || 'unknown'
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`
}

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
}

function isTrusted(address: string, trusted: BlockList) {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Some proxies write `203.0.113.9:4711` and `[2001:db8::7]:4711`; a bare IPv6 address has no port. */
function withoutPort(hop: string) {
  const match = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(hop)
  return match?.[1] ?? match?.[2] ?? hop
}

/** Removes the zone of a link-local address, and converts IPv4-mapped IPv6 to IPv4. */
function plainAddress(address: string) {
  const [withoutZone = ''] = address.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone
}

function expandIpv6(address: string) {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...missing, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

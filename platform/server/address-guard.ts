import { BlockList, isIP, isIPv4 } from 'node:net'

const inner = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(address, bits, 'ipv4')
/** Within what is public: tunnels that hold an IPv4 address, and what is for documents only. */
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(address, bits, 'ipv6')
const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')

/** Returns true if the address is reachable from the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inner.check(address, 'ipv4')
  return isIP(address) === 6 && publicSix.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

const unbracketed = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
/** Returns the IP address that the URL contains in any base, or null for a host name. */
function spelledIp({ hostname }: URL) {
  const host = unbracketed(hostname)
  return isIP(host) === 0 ? null : host
}

const namesOfThisMachine = /(^|\.)(localhost|local|internal|localdomain)\.?$/i

/** Checks a URL before its host name is resolved. The connection checks the address again. */
export function isExternalUrl(text: string, { isPrivateAllowed }: { isPrivateAllowed: boolean }): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (isPrivateAllowed) return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url))
  const port = url.port === '' ? 443 : Number(url.port)
  if (url.protocol !== 'https:' || (port !== 443 && port < 1024)) return false
  const ip = spelledIp(url)
  return ip === null ? !namesOfThisMachine.test(url.hostname) : isPublicAddress(ip)
}

const isThisMachine = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

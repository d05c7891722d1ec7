import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 ranges that are not public (IANA special-purpose registry, read 2026-02-01). */
const NOT_PUBLIC_IPV4 = [
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
] as const

/** The only IPv6 range that contains public addresses. */
const PUBLIC_IPV6 = ['2000::', 3] as const

/**
 * IPv6 ranges inside `2000::/3` that are not public: tunnels to another address, documentation and
 * benchmarks.
 */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

let lists: { readonly notPublic: BlockList; readonly public: BlockList } | null = null

function addressLists(): { readonly notPublic: BlockList; readonly public: BlockList } {
  if (lists !== null) return lists
  const notPublic = new BlockList()
  for (const [network, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(network, bits, 'ipv6')
  const open = new BlockList()
  open.addSubnet(...PUBLIC_IPV6, 'ipv6')
  lists = { notPublic, public: open }
  return lists
}

/**
 * Returns true for a public IP address. Private, loopback, link-local, shared (CGNAT), multicast
 * and reserved addresses are not public. An IPv6 address that contains an IPv4 address is judged
 * by that IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const inner = plainAddress(address)
  if (inner === null) return false
  const { notPublic, public: open } = addressLists()
  if (isIPv4(inner)) return !notPublic.check(inner, 'ipv4')
  return open.check(inner, 'ipv6') && !notPublic.check(inner, 'ipv6')
}

/** Returns true for a loopback address: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  const inner = plainAddress(address)
  if (inner === null) return false
  return isIPv4(inner) ? inner.startsWith('127.') : groupsOf(inner).join(':') === '0:0:0:0:0:0:0:1'
}

/**
 * Returns the address without its zone. An IPv6 address that only wraps an IPv4 address becomes
 * this IPv4 address. Null for an invalid address.
 */
function plainAddress(address: string): string | null {
  const bare = address.replace(/%.*$/s, '')
  const family = isIP(bare)
  if (family !== 6) return family === 4 ? bare : null
  const groups = groupsOf(bare)
  const prefix = groups.slice(0, 6).join(':')
  // Mapped, translated (SIIT) and NAT64 addresses have these prefixes. The last 32 bits are the
  // IPv4 address of the destination.
  if (!['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(prefix)) return bare
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser turns every notation of the address into the same one.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

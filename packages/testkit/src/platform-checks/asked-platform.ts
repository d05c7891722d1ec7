import type { Platform, PlatformHttp } from '@social/core/platform'

import { ARGUMENTS } from './entry-points/entry-points.js'
import { askingHttp } from './fakes/asking-http.js'

/** Names of the methods whose last argument is a call. */
const CALLED: ReadonlySet<string> = new Set([...Object.keys(ARGUMENTS), 'publish', 'reconcile'])

/**
 * Wraps a platform, so that its calls report the schema of each expected reply to the fake
 * network.
 */
export function askedPlatform(platform: Platform): Platform {
  // The target of the proxy is empty, because a proxy must return frozen properties of its target
  // unchanged.
  return new Proxy(Object.create(null) as Platform, {
    has: (_standIn, name) => name in platform,
    get(_standIn, name) {
      const member: unknown = Reflect.get(platform, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      // Binds the method to the original platform, because a proxy has no access to private fields.
      if (!CALLED.has(name)) return member.bind(platform) as unknown
      return (...given: readonly unknown[]): unknown =>
        Reflect.apply(member, platform, [...given.slice(0, -1), askedCall(given.at(-1))])
    },
  })
}

function askedCall(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || !('http' in call)) return call
  const http = askingHttp(call.http as PlatformHttp) // safe cast: the last argument of these methods is a call, and every call has an HTTP client
  return new Proxy(call, {
    get(target, name) {
      if (name === 'http') return http
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

import type { Platform, PlatformHttp } from '@social/core/platform'

import { ARGUMENTS } from './entry-points/entry-points.js'
import { askingHttp } from './fakes/asking-http.js'

/** Methods that get a call last. */
const CALLED: ReadonlySet<string> = new Set([...Object.keys(ARGUMENTS), 'publish', 'reconcile'])

/** A platform whose calls tell a made-up network what each reply is read with. It does nothing else of its own. */
export function askedPlatform(platform: Platform): Platform {
  // An empty stand-in: what is frozen must be given back as it is by a proxy of the object itself.
  return new Proxy(Object.create(null) as Platform, {
    has: (_standIn, name) => name in platform,
    get(_standIn, name) {
      const member: unknown = Reflect.get(platform, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      // Bound to the real one: private fields of a class are nothing a proxy has.
      if (!CALLED.has(name)) return member.bind(platform) as unknown
      return (...given: readonly unknown[]): unknown =>
        Reflect.apply(member, platform, [...given.slice(0, -1), askedCall(given.at(-1))])
    },
  })
}

function askedCall(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || !('http' in call)) return call
  const http = askingHttp(call.http as PlatformHttp) // every call has one
  return new Proxy(call, {
    get(target, name) {
      if (name === 'http') return http
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

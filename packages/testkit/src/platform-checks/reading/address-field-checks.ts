import { pictureUrl, type TransportResponse } from '@social/core/platform'

import { type CheckDefinition, fail } from '../check.js'
import { everyEntryPoint } from '../entry-points/every-entry-point.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'

/** Invalid URLs in replies. A browser would execute the first two. */
const NO_ADDRESSES = ['javascript:alert(1)//https://a.example', 'data:text/html,x', '', 'https://'] as const

/** Matches all URLs in a JSON text. */
const ADDRESSES = /"https?:(?:\\?\/){2}[^"]*"/g

/** Replaces all URLs in a JSON text by another value. */
const withAddresses = (body: string, value: string): string =>
  body.replaceAll(ADDRESSES, JSON.stringify(value))

function replacing(value: string): (reply: TransportResponse) => TransportResponse {
  return (reply) => ({
    ...reply,
    body: Buffer.from(withAddresses(Buffer.from(reply.body).toString(), value)),
  })
}

interface Field {
  readonly path: string
  readonly value: unknown
}

/**
 * Yields all fields of a model that contain a URL, such as `url`, `avatarUrl`, and the target of a
 * link.
 */
function* addressesIn(value: unknown, path: string, seen = new Set<unknown>()): Generator<Field> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const [name, one] of Object.entries(value)) {
    // Skips `extra`, because this field contains data of the network that the library does not
    // interpret.
    if (name === 'extra') continue
    const isLinkTarget = name === 'target' && 'kind' in value && value.kind === 'LINK'
    if (/^url$|Url$/.test(name) || isLinkTarget) yield { path: `${path}.${name}`, value: one }
    yield* addressesIn(one, Array.isArray(value) ? `${path}[]` : `${path}.${name}`, seen)
  }
}

function checkAddresses(result: unknown, what: string, sent: string | null): void {
  for (const { path, value } of addressesIn(result, what))
    if (value !== null && (typeof value !== 'string' || pictureUrl(value) !== value))
      fail(
        `${path} is ${JSON.stringify(value)}${sent === null ? '' : ` where the network sends ${JSON.stringify(sent)} as an address`}. It is an http(s) address or null: pass it through pictureUrl().`,
      )
}

async function checkReplies(subject: Subject): Promise<void> {
  for (const sent of [null, ...NO_ADDRESSES]) {
    const settings = sent === null ? {} : { change: replacing(sent) }
    for (const { what, result } of await everyEntryPoint(subject.another(), settings))
      checkAddresses(result, what, sent)
  }
}

function checkPushes(subject: Subject): void {
  const push = subject.hooks.makePush?.()
  if (push === undefined) return
  for (const sent of [null, ...NO_ADDRESSES]) {
    const body = Buffer.from(sent === null ? push.body : withAddresses(push.body, sent))
    for (const method of ['readUpdates', 'readUpdate'] as const)
      checkAddresses(
        read(() => subject.platform[method]?.(body, push.headers ?? {}, new Date(0))),
        `${method}()`,
        sent,
      )
  }
}

/**
 * Returns the result of `work`. Returns null if `work` throws, because other checks cover
 * refusals.
 */
function read(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return null
  }
}

/**
 * Checks that models only contain valid URLs, because an application shows these URLs as links and
 * images.
 */
export const addressFieldChecks: readonly CheckDefinition[] = [
  {
    name: 'returns http(s) URLs, or null',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    async run(subject) {
      await checkReplies(subject)
      checkPushes(subject)
    },
  },
]

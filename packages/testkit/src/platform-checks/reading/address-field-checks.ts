import { pictureUrl, type TransportResponse } from '@social/core/platform'

import { type CheckDefinition, fail } from '../check.js'
import { everyEntryPoint } from '../entry-points/every-entry-point.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'

/** Values that a network sends in place of an address. A page that shows the first two runs them. */
const NO_ADDRESSES = ['javascript:alert(1)//https://a.example', 'data:text/html,x', '', 'https://'] as const

/** Every text of JSON that is an address. */
const ADDRESSES = /"https?:(?:\\?\/){2}[^"]*"/g

/** A body whose addresses are all replaced by another value. */
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

/** Every field of a model that holds an address: `url`, `avatarUrl`, …, and the target of a link. */
function* addressesIn(value: unknown, path: string, seen = new Set<unknown>()): Generator<Field> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const [name, one] of Object.entries(value)) {
    // A network's own numbers and words, of which the library knows nothing.
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

/** What was read; null for a refusal, which other checks judge. */
function read(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return null
  }
}

/** Addresses in models, as a page links or shows them. */
export const addressFieldChecks: readonly CheckDefinition[] = [
  {
    name: 'gives http(s) addresses, or null',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    async run(subject) {
      await checkReplies(subject)
      checkPushes(subject)
    },
  },
]

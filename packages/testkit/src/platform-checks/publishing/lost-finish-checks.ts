import { InMemoryPublishJournal } from '@social/core'
import {
  AuthError,
  type Finish,
  NetworkError,
  OutcomeUnknownError,
  RateLimitError,
  type TransportResponse,
} from '@social/core/platform'

import { FakePlatform } from '../../fake-platform/fake-platform.js'
import { FakeClock } from '../../time/fake-clock.js'
import { toReply } from '../../transport/replies.js'
import { type CheckDefinition, fail, must, nameOf } from '../check.js'
import { Application } from '../entry-points/client-entry-points.js'
import { ANSWERING } from '../entry-points/entry-points.js'
import { CheckTransport, type Sent } from '../fakes/check-transport.js'
import { CheckSkipped } from '../skip.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'

/**
 * Seconds before each call with the same key: no pause, an hour (sessions have expired),
 * and 60 days (the network no longer knows idempotency keys).
 */
const PAUSES = [0, 3600, 60 * 86_400]

/**
 * Reply to every request after the publish request whose response was lost. The reply does not
 * prove whether the post exists.
 */
interface NextAnswer {
  readonly what: string
  /** Reply of the network. Null for a successful reply. */
  readonly reply: TransportResponse | Error | null
  readonly pauses: readonly number[]
}

const answered = (status: number, body: unknown = {}, headers = {}): TransportResponse =>
  toReply({ status, headers, body }, status)

const NEXT_ANSWERS: readonly NextAnswer[] = [
  { what: 'is cut', reply: new NetworkError('The connection was cut.'), pauses: PAUSES },
  { what: 'is a 403', reply: answered(403), pauses: PAUSES },
  // No long pauses: much later, a 404 can prove that no post exists if the network uses the
  // client's key as post id.
  { what: 'is a 404', reply: answered(404), pauses: [0, 0] },
  { what: 'is a 429', reply: answered(429, {}, { 'retry-after': '5000' }), pauses: PAUSES },
  { what: 'is a 500', reply: answered(500), pauses: PAUSES },
  { what: 'is a 200 that cannot be read', reply: answered(200, '<html>'), pauses: PAUSES },
  { what: 'is a default reply', reply: null, pauses: PAUSES },
]

/** A publish request that was sent. */
interface Left {
  readonly finish: Finish
  readonly sent: Sent
  readonly at: Date
}

/** An operation that creates visible content, called with an idempotency key. */
type Operation = (application: Application, call: { readonly idempotencyKey: string }) => Promise<unknown>

function entryPointsOf(subject: Subject): ReadonlyMap<string, Operation> {
  const entryPoints = new Map<string, Operation>([
    ['publish()', (application, call) => application.post(call)],
  ])
  for (const method of ANSWERING)
    // `editPost` is not included, because a repeated edit has no further effect.
    if (subject.has(method) && method !== 'editPost')
      entryPoints.set(`${method}()`, (application, call) => application.answer(method, call))
  return entryPoints
}

/**
 * Calls an operation several times with one key. The response to the publish request is lost, and
 * every later request gets the reply `next`.
 */
async function lose(
  subject: Subject,
  what: string,
  entryPoint: Operation,
  next: NextAnswer,
): Promise<boolean> {
  const clock = new FakeClock({ autoAdvance: true })
  const journal = new InMemoryPublishJournal({ clock })
  const left: Left[] = []
  for (const [turn, pause] of next.pauses.entries()) {
    await clock.advance(pause)
    const transport = new CheckTransport({
      given: subject.hooks.makeTransport?.() ?? null,
      decide: (sent) => {
        const finish = sent.asked?.options.finish
        if (finish === undefined) return left.length === 0 ? null : next.reply
        left.push({ finish, sent, at: clock.now() })
        return new NetworkError('The answer was lost.')
      },
    })
    const application = new Application(subject.another(), {
      transport,
      connection: subject.connection(),
      clock,
      journal,
      seed: turn + 1,
    })
    const error = await entryPoint(application, { idempotencyKey: 'key-1' }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    await application.client.close()
    if (left.length === 0) return false
    const where = `${what}, whose visible request got no response, and every later request ${next.what},`
    mustNotRepeat(left, where)
    // With a successful reply (`next.reply` is null) the platform may find the post, so a
    // successful result is allowed.
    if (error !== null || next.reply !== null) mustBeOpen(error, where)
  }
  return true
}

/**
 * Fails the check if a second publish request was sent that the network may not recognize as a
 * repetition.
 */
function mustNotRepeat([first, second]: readonly Left[], where: string): void {
  if (!first || !second) return
  const { repeatableUntil = null } = first.finish
  must(
    repeatableUntil !== null && second.at <= repeatableUntil,
    `${where} is sent again: there may be two posts. A new attempt requires proof, and "not found" is not proof: return UNKNOWN from reconcile, and call notPublished only with proof. If the network has an idempotency key, set repeatableUntil.`,
  )
  mustHaveSameKey(first.sent, second.sent, where)
}

/** Fails the check unless the operation reports that its outcome is unknown. */
function mustBeOpen(error: unknown, where: string): void {
  if (OutcomeUnknownError.is(error) || AuthError.is(error) || RateLimitError.is(error)) return
  fail(
    `${where} ends with ${error === null ? 'a result' : nameOf(error)}: the outcome is unknown. Do not catch errors: the library decides the outcome.`,
  )
}

/**
 * Fails the check if the second request has a different idempotency header. The network would
 * publish a second post.
 */
function mustHaveSameKey(first: Sent, second: Sent, where: string): void {
  for (const [name, value] of Object.entries(first.request.headers))
    must(
      !/idempoten/i.test(name) || second.request.headers[name] === value,
      `${where} is repeated with another ${name}: the network takes it for another post. Use call.idempotencyKey.`,
    )
}

async function checkLost(subject: Subject): Promise<void> {
  let hasLeft = false
  for (const [what, entryPoint] of entryPointsOf(subject))
    for (const next of NEXT_ANSWERS) {
      const left = await lose(subject, what, entryPoint, next)
      hasLeft ||= left
      // The operation sent no publish request, because the hooks do not provide the required ids or
      // replies.
      if (!left) break
    }
  if (!hasLeft)
    throw new CheckSkipped(
      'No visible request was sent. Give makeTransport the replies that publish() needs, or makePost a post that the network takes.',
    )
}

/** Checks of the behavior after the response to a publish request was lost. */
export const lostFinishChecks: readonly CheckDefinition[] = [
  {
    name: 'sends nothing twice and reports an unknown outcome after a lost response to the visible request',
    skip: (subject) => {
      if (!subject.has('publish')) return 'It posts nothing.'
      if (subject.platform instanceof FakePlatform) return 'The fake platform publishes in memory.'
      return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
    },
    run: checkLost,
  },
]

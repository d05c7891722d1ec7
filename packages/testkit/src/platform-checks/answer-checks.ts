import { SocialBaseError, type TransportResponse, type Update } from '@social/core/platform'

import { FakePlatform } from '../fake-platform/fake-platform.js'
import { FakeClock } from '../time/fake-clock.js'
import { fakeRandom } from '../time/fake-random.js'
import { toReply } from '../transport/replies.js'
import { type CheckDefinition, fail, must, nameOf } from './check.js'
import { enter } from './entry-points/entry-points.js'
import type { Decide } from './fakes/check-transport.js'
import { CheckSkipped } from './skip.js'
import { NEEDS_CONNECTION, type Subject } from './subject.js'
import { Trial, type TrialSettings } from './trial.js'

/** Methods that must reject if the network refuses their request. */
const TAKING_BACK = [
  'deletePost',
  'deleteComment',
  'setCommentVisibility',
  'like',
  'unlike',
  'repost',
  'undoRepost',
] as const
/**
 * HTTP statuses of a refusal and of an outage. 404 is not included, because a missing object may
 * count as success.
 */
const REFUSALS = [403, 500] as const
const POLLING = ['fetchUpdates', 'fetchUpdatesAfter', 'readReplies'] as const

const needs =
  (methods: readonly string[], why: string) =>
  (subject: Subject): false | string => {
    if (!methods.some((method) => subject.has(method))) return why
    return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
  }

const polls = (subject: Subject): false | string =>
  subject.platform instanceof FakePlatform
    ? 'The fake platform returns the updates that a test adds.'
    : needs(POLLING, 'It does not poll.')(subject)

/**
 * Returns replies that refuse the first write request and every later request. The platform
 * therefore cannot query whether the write took effect.
 */
function refusing(status: number): Decide {
  let isRefusing = false
  return ({ request: { method } }) => {
    isRefusing ||= method !== 'GET' && method !== 'HEAD'
    return isRefusing ? toReply({ status, body: {} }, status) : null
  }
}

async function checkFailures(subject: Subject): Promise<void> {
  for (const method of TAKING_BACK)
    for (const status of REFUSALS)
      for (const isBare of [false, true]) {
        if (!subject.has(method)) continue
        const trial = new Trial(subject, { decide: refusing(status), isBare })
        const { error } = await enter(method, subject, trial)
        const refused = trial.transport.sent.find(({ request }) => request.method !== 'GET')
        must(
          refused === undefined || error !== null,
          `${method}() succeeded, although ${refused?.request.key} was answered with ${status}. Do not catch the error.`,
        )
      }
}

interface Polled {
  readonly what: string
  readonly updates: readonly Update[]
}

async function poll(subject: Subject, settings: TrialSettings): Promise<readonly Polled[]> {
  const polled: Polled[] = []
  for (const method of POLLING) {
    if (!subject.has(method)) continue
    const { result } = await enter(method, subject, new Trial(subject, settings))
    const list: unknown =
      typeof result === 'object' && result !== null && 'updates' in result ? result.updates : result
    polled.push({ what: `${method}()`, updates: Array.isArray(list) ? (list as Update[]) : [] }) // safe cast: the check only calls methods whose contract returns a list of updates
  }
  if (polled.every(({ updates }) => updates.length === 0))
    throw new CheckSkipped('No poll gave an update. Give makeTransport a reply with two of them.')
  return polled
}

const idsOf = ({ updates }: Polled): string => updates.map(({ id }) => id).join(', ')

async function checkSameIds(subject: Subject): Promise<void> {
  const first = await poll(subject, {})
  const clock = new FakeClock({ now: '2024-01-01T05:00:00Z', autoAdvance: true })
  const second = await poll(subject.another(), { clock, random: fakeRandom(2) })
  for (const [index, one] of first.entries()) {
    const other = second[index]
    if (other === undefined || idsOf(one) === idsOf(other)) continue
    fail(
      `${one.what} returns other ids for the same updates five hours later: ${idsOf(one)}; then ${idsOf(other)}. They would be delivered twice. Make the id from data of the update itself.`,
    )
  }
}

const ISO_MOMENT = /"\d{4}-\d\d-\d\dT[^"]*"/g
const UNIX_MOMENT = /("[^"]*(?:time|_at|created|date|published)[^"]*"\s*:\s*)\d{9,13}\b/g

/** Returns a copy of the reply in which all times are equal. */
function atOneMoment(reply: TransportResponse): TransportResponse {
  const text = Buffer.from(reply.body).toString()
  const same = text.replaceAll(ISO_MOMENT, '"2023-12-31T23:00:00Z"').replaceAll(UNIX_MOMENT, '$11704063600')
  return { ...reply, body: Buffer.from(same) }
}

async function checkOwnIds(subject: Subject): Promise<void> {
  for (const one of await poll(subject, { change: atOneMoment })) {
    const twice = one.updates.find(({ id }, index) =>
      one.updates.some((other, at) => at < index && other.id === id),
    )
    must(
      twice === undefined,
      `${one.what} returns the same id for two updates of the same time, "${twice?.id}": the second would never be delivered. A time is not an id.`,
    )
  }
}

/** Values of unexpected types. The checks insert each value into a webhook body. */
const NONSENSE: readonly unknown[] = [null, 7, 'x', true, [], {}, [null], [7], [[]], [{}]]
/** Field names that occur in webhook bodies. */
const NAMES =
  'object entry changes value field messaging message events event data content items id from user_openid comments'.split(
    ' ',
  )
/** Webhook bodies that are invalid JSON or do not contain the expected object. */
const TEXTS = ['', ' ', '{', 'null', '7', '"x"', 'true', '[]', '{}', '[null]', '\u0000', '<xml/>', '\uFEFF{}']

function* nonsense(sample: string | null): Generator<string> {
  yield* TEXTS
  for (const value of NONSENSE)
    for (const name of NAMES) {
      yield JSON.stringify({ [name]: value })
      for (const inner of NAMES) {
        yield JSON.stringify({ [name]: [{ [inner]: value }] })
        yield JSON.stringify({ [name]: { [inner]: value } })
      }
    }
  if (sample === null) return
  const whole: unknown = JSON.parse(sample)
  for (const path of pathsIn(whole))
    for (const value of [undefined, ...NONSENSE]) yield JSON.stringify(replaced(whole, path, value)) ?? ''
}

/** Returns the paths of all values in a JSON value, including nested values. */
function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, one]) => pathsIn(one).map((path) => [name, ...path]))]
}

function replaced(whole: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(whole))
    return whole.map((one, index) => (String(index) === name ? replaced(one, rest, by) : (one as unknown)))
  const fields = whole as Readonly<Record<string, unknown>> // safe cast: `pathsIn` only returns paths through lists and objects, and lists were handled above
  return { ...fields, [name]: replaced(fields[name], rest, by) }
}

function checkNonsense(subject: Subject): void {
  const push = subject.hooks.makePush?.() ?? null
  for (const method of ['readUpdates', 'readUpdate'] as const)
    for (const body of nonsense(push?.body ?? null)) {
      const error = errorOf(() =>
        subject.platform[method]?.(Buffer.from(body), push?.headers ?? {}, new Date(0)),
      )
      must(
        error === null || SocialBaseError.is(error),
        `${method}() threw ${nameOf(error)} for a signed body of ${body.slice(0, 200)}. Parse with parseJson, read with a schema, and leave out or refuse what does not fit.`,
      )
    }
}

function errorOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error ?? new Error('nothing')
  }
}

/** Checks of how a platform handles replies and webhook bodies. */
export const answerChecks: readonly CheckDefinition[] = [
  {
    name: 'reports a failed delete or like',
    skip: needs(TAKING_BACK, 'It neither deletes nor likes.'),
    run: checkFailures,
  },
  {
    // Holds R-0029.
    name: 'returns the same id for an update in every poll',
    skip: polls,
    run: checkSameIds,
  },
  {
    name: 'returns a separate id for every update',
    skip: polls,
    run: checkOwnIds,
  },
  {
    name: 'reads any pushed body, or refuses it with an error of the library',
    skip: (subject) =>
      subject.has('readUpdates') || subject.has('readUpdate') ? false : 'It has no webhooks.',
    run: checkNonsense,
  },
]

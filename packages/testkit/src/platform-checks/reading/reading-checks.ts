import { isDeepStrictEqual } from 'node:util'

import { ConfigError, type Limits, TextCount, type Update, UpdateKind } from '@social/core/platform'

import { type CheckDefinition, fail, libraryErrorOf, must } from '../check.js'
import { withOtherNumbers } from '../other-numbers.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { Trial } from '../trial.js'

const NUMBERS = [
  'maxTextLength',
  'maxTextBytes',
  'maxTitleLength',
  'maxImages',
  'maxImageBytes',
  'maxVideos',
  'maxVideoBytes',
  'postsLeftToday',
] as const satisfies readonly (keyof Limits)[]

const needsConnection = ({ hooks }: Subject): false | string =>
  hooks.makeConnection ? false : NEEDS_CONNECTION

async function checkLimits(subject: Subject): Promise<void> {
  const { limits } = await subject.limits()
  for (const name of NUMBERS) {
    const value: unknown = limits[name]
    const least = name === 'postsLeftToday' ? 0 : 1
    const isFine =
      value === null || (typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY)
    must(
      isFine,
      `limits().${name} is ${String(value)}. It is a number of at least ${least}, or null if it is unknown.`,
    )
  }
  const { textCountedIn } = limits
  must(
    Object.hasOwn(TextCount, textCountedIn),
    `limits().textCountedIn is "${textCountedIn}", which counts nothing.`,
  )
  must(
    textCountedIn !== 'NETWORK' || subject.has('measureText'),
    'limits() requires measureText() for counting texts, but the platform has none.',
  )
}

/**
 * Reads the limits of a second account. If `isFirst` is false, the platform has read the limits of
 * the first account before.
 */
async function limitsOfOther(subject: Subject, isFirst: boolean): Promise<unknown> {
  const one = subject.connection('42')
  const host = one.host === null ? null : `other.${one.host}`
  const other = subject.connection('43').with({ host })
  if (!isFirst) await subject.platform.limits(new Trial(subject, { connection: one }).call())
  const trial = new Trial(subject, { connection: other, change: withOtherNumbers })
  const limits = await subject.platform.limits(trial.call()).catch((error: unknown) => String(error))
  return { limits, asked: trial.transport.asked }
}

async function checkOwnLimits(subject: Subject, another: Subject): Promise<void> {
  const fresh = await limitsOfOther(another, true)
  const used = await limitsOfOther(subject, false)
  must(
    isDeepStrictEqual(used, fresh),
    'limits() returns limits of another account. A platform must have no state of an account; store limits of a server by its name.',
  )
}

function checkUpdate(update: Update, subject: Subject, connectionId: string): void {
  must(typeof update.id === 'string' && update.id !== '', 'An update has no id.')
  must(
    Object.hasOwn(UpdateKind, update.kind),
    `An update is of the kind "${update.kind}". Make it with makeUpdate.`,
  )
  must(update.platform === subject.platform.name, `An update has the platform "${update.platform}".`)
  must(update.connectionId === connectionId, `An update has the connectionId "${update.connectionId}".`)
  const isMoment = update.timestamp instanceof Date && !Number.isNaN(update.timestamp.getTime())
  must(isMoment, 'An update has no timestamp.')
}

async function checkUpdates(subject: Subject): Promise<void> {
  const call = subject.call()
  const updates: unknown = await subject.platform.fetchUpdates?.(null, call)
  if (!Array.isArray(updates)) fail('fetchUpdates() must give a list.')
  let last = Number.NEGATIVE_INFINITY
  for (const update of updates as readonly Update[]) {
    // Fails the check if a field of the update has the wrong type, before the next line reads the
    // field.
    checkUpdate(update, subject, call.connection.id)
    must(update.timestamp.getTime() >= last, 'fetchUpdates() must give the oldest first.')
    last = update.timestamp.getTime()
  }
}

async function checkMarkers(subject: Subject): Promise<void> {
  const marker = 'a marker of another network'
  const call = subject.call()
  const attempts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['fetchUpdatesAfter()', async () => subject.platform.fetchUpdatesAfter?.(marker, { limit: null }, call)],
    ['markSeen()', async () => subject.platform.markSeen?.(marker, call)],
  ]
  for (const [what, attempt] of attempts) {
    const error = await libraryErrorOf(attempt, what)
    must(ConfigError.is(error), `${what} must refuse a marker that it did not make with ConfigError.`)
    must(
      call.transport.asked.length === 0,
      `${what} sent ${call.transport.asked[0]} before it refused a marker.`,
    )
  }
}

/** Checks of limits and updates. */
export const readingChecks: readonly CheckDefinition[] = [
  { name: 'has limits of positive numbers, or null', skip: needsConnection, run: checkLimits },
  {
    // Holds R-0205.
    name: 'returns the limits of the given account',
    skip: needsConnection,
    run: (subject) => checkOwnLimits(subject, subject.another()),
  },
  {
    name: 'polls a list of updates, oldest first',
    skip: (subject) => (subject.has('fetchUpdates') ? needsConnection(subject) : 'It does not poll by time.'),
    run: checkUpdates,
  },
  {
    name: 'refuses a marker that it did not make, and sends nothing',
    skip: (subject) =>
      subject.has('fetchUpdatesAfter') ? needsConnection(subject) : 'It does not poll by marker.',
    run: checkMarkers,
  },
]

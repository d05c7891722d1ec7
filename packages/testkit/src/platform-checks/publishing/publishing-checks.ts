import type { Post, PostInput } from '@social/core/platform'

import { aPicture, aVideo } from '../../builders/media.js'
import type { TestPublishCall } from '../../calls/a-publish-call.js'
import { FakePlatform } from '../../fake-platform/fake-platform.js'
import { type CheckDefinition, fail, must, nameOf } from '../check.js'
import { ANSWERING, ARGUMENTS, type Entered, enterPublish, enterWith } from '../entry-points/entry-points.js'
import type { CheckTransport } from '../fakes/check-transport.js'
import { CheckSkipped } from '../skip.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { Trial, type TrialSettings } from '../trial.js'

/** A publish time in the future of the fake clock, which starts at 2024-01-01. */
const SET_TIME = '2024-01-03T12:00:00Z'

/** Result of an attempt to publish, and its call. */
export interface Followed extends Entered {
  readonly what: string
  readonly call: TestPublishCall<CheckTransport>
}

const publishes = (subject: Subject): false | string => {
  if (!subject.has('publish')) return 'It posts nothing.'
  return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
}

/**
 * Returns a skip reason for the fake platform, which stores posts in memory and sends no requests.
 */
const sends = (subject: Subject): false | string =>
  subject.platform instanceof FakePlatform ? 'The fake platform stores posts in memory.' : publishes(subject)

/** Builds posts of each kind that the platform accepts, such as text, image, video and reply. */
export function postsOf(subject: Subject): readonly (readonly [what: string, post: Post<object>])[] {
  const { features } = subject.platform
  const posts: [string, PostInput<object>][] = [['publish()', {}]]
  if (!subject.hooks.makePost) {
    if (features.has('POST_IMAGE')) posts.push(['publish() of a picture', { media: [aPicture()] }])
    if (features.has('POST_VIDEO')) posts.push(['publish() of a video', { media: [aVideo()] }])
  }
  if (features.has('REPLY')) posts.push(['publish() of an answer', { replyTo: subject.ids.post }])
  if (features.has('SCHEDULE')) posts.push(['publish() at a set time', { publishAt: SET_TIME }])
  return posts.map(([what, changes]) => [what, subject.post('Good morning', changes)])
}

/** Publishes a post on a network that accepts every request, or that uses the given settings. */
export async function followPost(
  subject: Subject,
  post: Post<object>,
  what = 'publish()',
  settings: TrialSettings = {},
): Promise<Followed> {
  const call = new Trial(subject, settings).publishCall()
  return { what, call, ...(await enterPublish(subject, post, call)) }
}

/** Runs all operations that create visible content, and returns their results. */
async function followAll(subject: Subject): Promise<readonly Followed[]> {
  const all: Followed[] = []
  for (const [what, post] of postsOf(subject)) all.push(await followPost(subject, post, what))
  for (const method of ANSWERING) {
    if (!subject.has(method)) continue
    const call = new Trial(subject).publishCall()
    const own = ARGUMENTS[method]?.(subject, subject.ids) ?? []
    all.push({ what: `${method}()`, call, ...(await enterWith(method, subject, own, call)) })
  }
  return all
}

/**
 * @throws CheckSkipped if the operation failed, because the check then cannot compare its
 * requests.
 */
function assertEnd({ what, error, call }: Followed): void {
  if (error === null) return
  throw new CheckSkipped(
    `${what} could not be followed to its end: ${nameOf(error)} It asked: ${askedOf(call)}. Give makeTransport the reply that it needs, or makePost a post that the network takes.`,
  )
}

function askedOf(call: TestPublishCall<CheckTransport>): string {
  return call.transport.sent.map(({ request }) => request.key).join(', ') || 'nothing'
}

async function checkMarks(subject: Subject): Promise<void> {
  const all = await followAll(subject)
  for (const { what, error, call } of all)
    must(
      error !== null || call.fates.length > 0,
      `${what} returned a result, and marked no request as the visible one: a lost response would not be detected. It asked: ${askedOf(call)}. Pass finish: { data } with the request that people see the result of.`,
    )
  assertPublished(all)
}

function checkMistakes(found: string, todo: string) {
  return async (subject: Subject): Promise<void> => {
    const all = await followAll(subject)
    for (const { what, call } of all) {
      const mistake = call.mistakes.find((one) => one.includes(found))
      if (mistake !== undefined) fail(`${what}: ${mistake} It asked: ${askedOf(call)}. ${todo}`)
    }
    assertPublished(all)
  }
}

/**
 * Skips the check if the text-only post failed. Other operations may fail because their ids are
 * not given.
 */
function assertPublished([first]: readonly Followed[]): void {
  if (first) assertEnd(first)
}

/** Asserts that a change of the post, such as a reply or a publish time, changes the requests. */
async function checkNotified(subject: Subject, changes: PostInput<object>, what: string): Promise<void> {
  const plain = await followPost(subject, subject.post('Good morning'))
  assertEnd(plain)
  const changed = await followPost(subject.another(), subject.post('Good morning', changes), what)
  assertEnd(changed)
  must(
    saidOf(plain) !== saidOf(changed),
    `${what} sent the same as without it: ${askedOf(changed.call)}. The flag states that the network accepts it.`,
  )
}

/**
 * Asserts that the requests of a post contain no data of an earlier post of the same platform
 * object.
 */
async function checkAgain(subject: Subject): Promise<void> {
  for (const [what, post] of postsOf(subject)) {
    const first = await followPost(subject, post, what)
    const second = await followPost(subject, post, what)
    if (first.error !== null) continue
    must(
      second.error === null && writtenBy(first) === writtenBy(second),
      `${what} sends something else the second time: ${askedOf(first.call)}; then ${askedOf(second.call)}. Something of the first post was kept: a list that is shared and filled, a variable outside of the call.`,
    )
  }
}

/** Returns the content of all write requests as one text. */
function writtenBy({ call }: Followed): string {
  const writes = call.transport.sent.filter(
    ({ request, asked }) => request.method !== 'GET' && asked?.options.readsOnly !== true,
  )
  return JSON.stringify(writes.map(({ request: { method, url, text } }) => [method, url, text]))
}

/** Returns the content of all requests as one text. */
function saidOf({ call }: Followed): string {
  const said = call.transport.sent.map(({ request: { method, url, text } }) => [method, url, text])
  const handed = call.checkpoints.map(({ step, data }) => [step, data])
  return JSON.stringify([said, handed])
}

const REPEATABLE = "Call checkpoint in between, or pass retry: 'always' where a repeat is harmless."

/** Checks that the platform follows the rules for the request that publishes. */
export const publishingChecks: readonly CheckDefinition[] = [
  { name: 'marks the visible request of everything it publishes', skip: publishes, run: checkMarks },
  {
    name: 'saves steps that must not be repeated before the visible request',
    skip: publishes,
    run: checkMistakes('wrote nothing down', REPEATABLE),
  },
  {
    name: 'sends no write after the visible request',
    skip: publishes,
    run: checkMistakes(
      'write after the visible',
      'Send it before, or mark what only asks with readsOnly: true.',
    ),
  },
  { name: 'sends a second post like the first one', skip: sends, run: checkAgain },
  {
    // Holds R-0069.
    name: 'sends the id of the post that is replied to',
    skip: (subject) => (subject.platform.features.has('REPLY') ? sends(subject) : 'It does not list REPLY.'),
    run: (subject) => checkNotified(subject, { replyTo: subject.ids.post }, 'publish() of an answer'),
  },
  {
    name: 'sends the publish time',
    skip: (subject) =>
      subject.platform.features.has('SCHEDULE') ? sends(subject) : 'It does not list SCHEDULE.',
    run: (subject) => checkNotified(subject, { publishAt: SET_TIME }, 'publish() at a set time'),
  },
]

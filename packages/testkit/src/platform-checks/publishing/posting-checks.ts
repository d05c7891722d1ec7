import { measurePost } from '@social/core/internal'
import {
  InvalidPostError,
  type Limits,
  NotSupportedError,
  type Post,
  type PostInput,
  SocialBaseError,
} from '@social/core/platform'

import { aPicture } from '../../builders/media.js'
import { type CheckDefinition, fail, must, nameOf } from '../check.js'
import { CheckSkipped } from '../skip.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'

/**
 * Emoji that is one visible character, but two code points, four UTF-16 units and eight UTF-8
 * bytes.
 */
const BIG_EMOJI = '👍🏽'
/**
 * Maximum length of tested texts. The checks assume that no network accepts a longer text.
 */
const MAX_TRIED_LENGTH = 1_000_000

const canPost = (subject: Subject): false | string => {
  if (!subject.has('publish')) return 'It posts nothing.'
  return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
}

const unlessListed =
  (flag: 'POST_TEXT' | 'SCHEDULE') =>
  (subject: Subject): false | string =>
    subject.platform.features.has(flag) ? `It lists ${flag}.` : canPost(subject)

/** Error of a publish attempt, and its requests without the requests that read the limits. */
interface Outcome {
  readonly error: unknown
  readonly sent: readonly string[]
}

async function publish(subject: Subject, post: Post<object>, asked: readonly string[]): Promise<Outcome> {
  const call = subject.publishCall()
  const sent = (): readonly string[] => call.transport.asked.filter((key) => !asked.includes(key))
  try {
    // safe cast: `subject.post` has validated the options with the platform's schema
    await subject.platform.publish?.(post as Post<never>, call)
    return { error: null, sent: sent() }
  } catch (error) {
    return { error, sent: sent() }
  }
}

function mustRefuse(
  { error, sent }: Outcome,
  kind: { readonly name: string; is(value: unknown): boolean },
  what: string,
): void {
  must(
    kind.is(error),
    `publish() must refuse ${what} with ${kind.name}, and ${error === null ? 'published it' : `threw ${nameOf(error)}`}. Call checkPost(post, { platform, limits }) first.`,
  )
  must(sent.length === 0, `publish() sent ${sent[0]} before it refused ${what}.`)
}

/** Returns the length of a text in the unit in which the platform counts. */
function lengthOf(text: string, subject: Subject, limits: Limits): number {
  return measurePost(text, {
    platform: subject.platform,
    limits,
    options: subject.post(text).options,
  })
}

function fits(text: string, subject: Subject, limits: Limits): boolean {
  const { maxTextLength, maxTextBytes } = limits
  return (
    lengthOf(text, subject, limits) <= (maxTextLength ?? Number.POSITIVE_INFINITY) &&
    Buffer.byteLength(text) <= (maxTextBytes ?? Number.POSITIVE_INFINITY)
  )
}

function assertLength({ maxTextLength, maxTextBytes }: Limits): void {
  if (maxTextLength === null && maxTextBytes === null)
    throw new CheckSkipped('Its limits name no length of texts.')
}

/** Returns the longest repetition of `piece` that still fits the limits after the text `behind`. */
function maxRun(piece: string, behind: string, subject: Subject, limits: Limits): string {
  let fitting = 0
  let tooMany = 1
  while (fits(behind + piece.repeat(tooMany), subject, limits)) {
    fitting = tooMany
    tooMany *= 2
    if (tooMany > MAX_TRIED_LENGTH)
      fail(`A text of ${fitting} times "${piece}" is not too long by its own count.`)
  }
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(behind + piece.repeat(middle), subject, limits)) fitting = middle
    else tooMany = middle
  }
  return behind + piece.repeat(fitting)
}

async function checkTooLong(subject: Subject): Promise<void> {
  const { limits, asked } = await subject.limits()
  assertLength(limits)
  const text = `${maxRun('a', '', subject, limits)}a`
  mustRefuse(
    await publish(subject, subject.post(text), asked),
    InvalidPostError,
    'a text that is one letter too long',
  )
}

async function checkCounting(subject: Subject): Promise<void> {
  const { limits, asked } = await subject.limits()
  assertLength(limits)
  const text = maxRun('a', maxRun(BIG_EMOJI, '', subject, limits), subject, limits)
  const { error, sent } = await publish(subject, subject.post(text), asked)
  const isRefused = InvalidPostError.is(error) && sent.length === 0
  must(
    !isRefused,
    `A text of emoji that just fits was refused: ${nameOf(error)} Count in the unit of limits().textCountedIn.`,
  )
  const over = await publish(subject, subject.post(text + BIG_EMOJI), asked)
  mustRefuse(over, InvalidPostError, 'a text that is one emoji too long')
}

async function checkTextOnly(subject: Subject): Promise<void> {
  const { asked } = await subject.limits()
  const bare = subject.post('Good morning', { media: [] })
  mustRefuse(await publish(subject, bare, asked), NotSupportedError, 'a text-only post without POST_TEXT')
}

async function checkSchedule(subject: Subject): Promise<void> {
  const { asked } = await subject.limits()
  const post = subject.post('Good morning', { publishAt: '2024-01-02T00:00:00Z' })
  mustRefuse(await publish(subject, post, asked), NotSupportedError, 'a publish time without SCHEDULE')
}

async function checkRefusals(subject: Subject): Promise<void> {
  const { limits } = await subject.limits()
  const pictures = Array.from({ length: Math.min((limits.maxImages ?? 20) + 1, 200) }, () => aPicture())
  const posts: readonly (readonly [string, PostInput<object>])[] = [
    ['a text of 100,000 letters', { text: 'a'.repeat(100_000) }],
    ['a set time', { publishAt: '2024-01-02T00:00:00Z' }],
    ['an answer to another post', { replyTo: 'no-such-post' }],
    [`${pictures.length} pictures`, { media: pictures }],
  ]
  for (const [what, changes] of posts) {
    const { error } = await publish(subject, subject.post('Good morning', changes), [])
    const isOurs = error === null || SocialBaseError.is(error)
    must(isOurs, `publish() must refuse ${what} with an error of the library, not ${nameOf(error)}.`)
  }
}

/** Checks that a platform refuses an invalid post before sending any request. */
export const postingChecks: readonly CheckDefinition[] = [
  { name: 'refuses a text that is too long, and sends nothing', skip: canPost, run: checkTooLong },
  { name: 'counts texts in the unit of its limits', skip: canPost, run: checkCounting },
  {
    name: 'refuses text-only posts without POST_TEXT',
    skip: unlessListed('POST_TEXT'),
    run: checkTextOnly,
  },
  // Holds R-0008, R-0071.
  { name: 'refuses a publish time without SCHEDULE', skip: unlessListed('SCHEDULE'), run: checkSchedule },
  { name: 'refuses posts only with errors of the library', skip: canPost, run: checkRefusals },
]

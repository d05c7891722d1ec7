import { InvalidPostError, type Limits } from '@social/core/platform'

import { type CheckDefinition, must, nameOf } from '../check.js'
import { enterWith, threadPartOf } from '../entry-points/entry-points.js'
import { CheckSkipped } from '../skip.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'

const unlessThreads = (subject: Subject): false | string => {
  if (!subject.platform.features.has('POST_THREAD')) return 'It posts no threads.'
  return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
}

/** Returns a text that exceeds the limits. */
function tooManyLetters({ maxTextLength, maxTextBytes }: Limits): string {
  const most = maxTextLength ?? maxTextBytes
  if (most === null) throw new CheckSkipped('Its limits name no length of texts.')
  return 'a'.repeat(most + 1)
}

/** Calls `checkThreadPart` with one text. @returns The error, and the first write request. */
async function checkPart(subject: Subject, text: string) {
  const call = subject.call()
  const { error } = await enterWith('checkThreadPart', subject, threadPartOf(subject, text), call)
  return { error, write: call.transport.asked.find((key) => !key.startsWith('GET ')) }
}

async function checkTooLong(subject: Subject): Promise<void> {
  const { limits } = await subject.limits()
  const { error, write } = await checkPart(subject, tooManyLetters(limits))
  must(write === undefined, `checkThreadPart() sent ${write}: it may only read.`)
  must(
    InvalidPostError.is(error),
    `checkThreadPart() must refuse a text that is one letter too long with InvalidPostError, and ${error === null ? 'took it' : `threw ${nameOf(error)}`}. Refuse what publish() refuses before anything is sent.`,
  )
}

async function checkGood(subject: Subject): Promise<void> {
  const { error } = await checkPart(subject, 'Good morning')
  must(
    error === null,
    `checkThreadPart() refused a part that publish() takes: ${nameOf(error)} The id of the part before it is not known yet.`,
  )
}

function checkFlags({ platform, members }: Subject): void {
  must(typeof members['publish'] === 'function', 'It lists POST_THREAD and has no publish().')
  must(
    platform.features.has('REPLY'),
    'It lists POST_THREAD without REPLY: every part of a thread but the first has a replyTo.',
  )
}

/**
 * Checks of `checkThreadPart`, which validates each post of a thread before the first post is
 * published.
 */
export const threadChecks: readonly CheckDefinition[] = [
  {
    name: 'can reply to a post if it posts threads',
    skip: unlessThreads,
    run: async (subject) => checkFlags(subject),
  },
  {
    name: 'refuses a part of a thread that is too long, and only reads',
    skip: unlessThreads,
    run: checkTooLong,
  },
  { name: 'accepts a later part of a thread', skip: unlessThreads, run: checkGood },
]

import { invalidPost } from '../../checks/assert-all.js'
import { describeValue } from '../../checks/index.js'
import type { Platform } from '../../contract/index.js'
import { NotSupportedError } from '../../errors/index.js'
import { refuseUnreadable } from '../../media/index.js'
import type { Post, PostInput, ThreadResult } from '../../models/index.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { assertFunction, PUBLISH_NAMES, readCallOptions } from '../arguments.js'
import type { CallOptions, PostThreadOptions } from '../types.js'
import { readablePost } from './posting.js'
import { atPart, checkParts, withThreadSpot } from './thread-part.js'
import { ThreadPublication } from './thread-publication.js'

/** Maximum number of parts of a thread. The references to all parts must fit into one receipt. */
const MAX_PARTS = 25

/**
 * Publishes several posts as one thread. All parts are read and checked with the network's own rules before the
 * first part is published.
 */
export function publishThread(
  runner: AccountRunner,
  inputs: readonly PostInput[],
  given?: PostThreadOptions,
): Promise<ThreadResult> {
  const operation = 'postThread'
  const options = readCallOptions(given, operation, [...PUBLISH_NAMES, 'onPart'])
  if (options.onPart !== undefined)
    assertFunction(options.onPart, 'account.postThread: onPart must be a function.')
  return runner.publishing(operation, options, (deadline) => {
    const posts = readThread(inputs, supporting(runner.platform, 'publish'))
    return new ThreadPublication({ runner, deadline, options, posts }).publish()
  })
}

/**
 * Checks a thread with the rules of `publishThread`, and publishes nothing. The checks can read from the network:
 * the limits of the account, the post that is replied to.
 */
export function dryRunThread(
  runner: AccountRunner,
  inputs: readonly PostInput[],
  given?: CallOptions,
): Promise<void> {
  const operation = 'checkThread'
  return runner.within(operation, readCallOptions(given, operation), async (deadline) => {
    supporting(runner.platform, 'checkThreadPart')
    const posts = readThread(inputs, supporting(runner.platform, 'publish'))
    for (const [index, { media }] of posts.entries())
      await atPart({ index, count: posts.length, out: [] }, () => refuseUnreadable(media))
    await checkParts(runner, { operation, deadline, posts, first: 0, out: [] })
  })
}

function readThread(inputs: readonly PostInput[], platform: Platform): readonly Post[] {
  const { name } = platform
  if (!Array.isArray(inputs) || inputs.length === 0)
    throw invalidPost(name, {
      field: 'post',
      code: 'POST_EMPTY',
      message: `account.postThread takes a list of posts such as [{ text: 'First' }, { text: 'Second' }], not ${Array.isArray(inputs) ? 'an empty one' : describeValue(inputs)}.`,
    })
  if (inputs.length > MAX_PARTS)
    throw invalidPost(name, {
      field: 'post',
      code: 'THREAD_TOO_LONG',
      limit: MAX_PARTS,
      actual: inputs.length,
      message: `The thread has ${inputs.length} parts; account.postThread takes at most ${MAX_PARTS}. Post the other parts as a second thread: its first part has the last part of this thread as its replyTo.`,
    })
  // `Array.from` is used because `map` skips the empty slots of a sparse array.
  return Array.from(inputs, (input: PostInput, index) => {
    try {
      return readPart(input, index, platform)
    } catch (error) {
      throw withThreadSpot(error, { index, count: inputs.length, out: [] })
    }
  })
}

function readPart(input: PostInput, index: number, platform: Platform): Post {
  const post = readablePost(platform, input)
  if (post.publishAt !== null)
    throw new NotSupportedError({
      platform: platform.name,
      what: 'a scheduled thread',
      suggestion: 'Remove publishAt, and post at the planned time.',
      issue: { field: 'publishAt', code: 'SCHEDULE_NOT_SUPPORTED' },
    })
  if (index > 0 && post.replyTo !== null)
    throw invalidPost(platform.name, {
      field: 'replyTo',
      code: 'POST_INVALID',
      message: 'Each part of a thread after the first replies to the part before it. Remove its replyTo.',
    })
  return post
}

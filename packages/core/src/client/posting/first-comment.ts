import { readText } from '../../checks/index.js'
import type { Platform, PublishCall } from '../../contract/index.js'
import { withPartsOut } from '../../errors/base.js'
import { NotSupportedError, SocialBaseError } from '../../errors/index.js'
import type { Deadline } from '../../http/time/deadline.js'
import { makePostResult, type PostInput, type PostResult } from '../../models/index.js'
import { fingerprintPost } from '../../publishing/fingerprint.js'
import { firstCommentKey } from '../../publishing/journal-key.js'
import { has, supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { DryRunEnd } from './dry-run.js'
import { ReplyPublication } from './publications.js'

/** Placeholder of the post id while a first comment is checked. No request contains it. */
const NO_POST_YET = 'unpublished'

/**
 * Reads the first comment of a post.
 *
 * @returns Null if the post has none.
 * @throws NotSupportedError on a network without comments on the account's own posts.
 * @throws InvalidPostError for a value that is not text.
 */
export function readFirstComment(platform: Platform, { firstComment }: PostInput<unknown>): string | null {
  if (firstComment === undefined || firstComment === null || firstComment === '') return null
  if (!has(platform, 'comment'))
    throw new NotSupportedError({
      platform: platform.name,
      what: 'a first comment under a post',
      suggestion: 'Remove firstComment, or add its text to the post.',
      issue: { field: 'firstComment', code: 'FIRST_COMMENT_NOT_SUPPORTED' },
    })
  return readText(firstComment, "The post's firstComment", platform.name, { field: 'firstComment' })
}

/** Runs the network's own checks of a first comment, up to its first write. Sends nothing. */
export async function checkFirstComment(
  runner: AccountRunner,
  deadline: Deadline,
  text: string,
): Promise<void> {
  const end = new DryRunEnd()
  const call = await runner.dryRunCall('comment', deadline, end)
  const checking = supporting(runner.platform, 'comment').comment(NO_POST_YET, text, call)
  await deadline.race(Promise.race([end.reached, checking]))
}

/** Values needed to add a first comment. */
interface FirstComment {
  readonly deadline: Deadline
  readonly text: string
  /** Idempotency key of the post. */
  readonly idempotencyKey: string
}

/**
 * Adds the first comment to a published post, at most once per key of the post. The comment of a post that is not public
 * yet stays pending: a later call with the same key adds it. A failed post gets no comment.
 *
 * @throws The error of the comment, with the published post in `partsOut`.
 */
export async function addFirstComment(
  runner: AccountRunner,
  posted: PostResult,
  { deadline, text, idempotencyKey }: FirstComment,
): Promise<PostResult> {
  const current = await currentState(runner, deadline, posted)
  if (current.state === 'FAILED') return withComment(current, posted, null)
  if (current.state !== 'DONE') return withComment(current, posted, { state: 'PENDING', id: null })
  const platform = supporting(runner.platform, 'comment')
  const send = (call: PublishCall) => platform.comment(current.id, text, call)
  const prepare = () => fingerprintPost({ text, extra: { postId: current.id } })
  try {
    const id = await new ReplyPublication({
      runner,
      operation: 'comment',
      deadline,
      reportedAs: { operation: 'post', idempotencyKey },
      options: { idempotencyKey: firstCommentKey(idempotencyKey) },
      prepare,
      send,
    }).publish()
    return withComment(current, posted, { state: 'DONE', id })
  } catch (error) {
    const { id, url } = current
    const sentence =
      'The post itself is published. A call with the same idempotency key repeats only its first comment.'
    throw withPartsOut(error, [{ id, url }], sentence)
  }
}

/**
 * State of the post now. A post that was still processed may be published meanwhile. A failed query leaves the comment
 * pending: the post is accepted, so its result must not be lost.
 */
async function currentState(
  runner: AccountRunner,
  deadline: Deadline,
  posted: PostResult,
): Promise<PostResult> {
  const isPending = posted.state === 'PROCESSING' || posted.state === 'SCHEDULED'
  if (!isPending || !has(runner.platform, 'checkState')) return posted
  try {
    const call = await runner.call('checkState', deadline)
    return await deadline.race(supporting(runner.platform, 'checkState').checkState(posted.id, call))
  } catch (error) {
    if (!SocialBaseError.is(error)) throw error
    return posted
  }
}

function withComment(
  { id, url, state, raw, failure }: PostResult,
  { cid, notice, idempotencyKey }: PostResult,
  firstComment: PostResult['firstComment'],
): PostResult {
  return makePostResult({ id, url, state, raw, failure, cid, notice, idempotencyKey, firstComment })
}

import { assertAll } from '../../checks/assert-all.js'
import {
  assertOptionsObject,
  readEdit,
  readOptions,
  readPost,
  refuseBadTexts,
  refuseUnsupported,
  refuseTextOnly,
} from '../../checks/index.js'
import type { Platform, PostEditInput, PublishCall, ReplyOptions } from '../../contract/index.js'
import { contextOf } from '../../contract/post-context.js'
import type { RawData } from '../../errors/index.js'
import { refuseUnreadable } from '../../media/index.js'
import type { Post, PostInput, PostResult } from '../../models/index.js'
import { type ContentPrint, fingerprintPost } from '../../publishing/fingerprint.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import { PUBLISH_NAMES, readCallOptions } from '../arguments.js'
import type { CallOptions, PublishOptions } from '../types.js'
import { addFirstComment, checkFirstComment, readFirstComment } from './first-comment.js'
import { assertPublishable } from './post-problems.js'
import { PostPublication } from './publications.js'

/**
 * Computes the fingerprint of a post, including its media files.
 * @throws InvalidPostError for a file that cannot be read.
 */
export function fingerprintOf(
  post: Post,
  firstComment: string | null = null,
): ContentPrint | Promise<ContentPrint> {
  // A post without a first comment keeps the fingerprint of releases without first comments.
  const content = firstComment === null ? post : { ...post, extra: { firstComment } }
  if (post.media.length === 0) return fingerprintPost(content)
  return refuseUnreadable(post.media).then(() => fingerprintPost(content))
}

/**
 * Publishes a post at most once per key. An invalid post is refused without a request if possible. The account's
 * limits are read inside the platform's `publish`, so that a key that is already completed costs no request.
 */
export function publishPost(
  runner: AccountRunner,
  input: PostInput,
  given?: PublishOptions,
): Promise<PostResult> {
  const operation = 'post'
  const options = readCallOptions(given, operation, PUBLISH_NAMES)
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, 'publish')
    const post = readablePost(platform, input)
    const comment = readFirstComment(platform, input)
    const prepare = () => fingerprintOf(post, comment)
    // safe cast: this platform's own schema has just read the options
    const send = (call: PublishCall) => platform.publish(post as Post<never>, call)
    const publication = new PostPublication({ runner, operation, deadline, options, prepare, send })
    if (comment === null) return publication.publish()
    const { idempotencyKey } = publication.key
    return checkFirstComment(runner, deadline, comment)
      .then(() => publication.publish())
      .then((posted) => addFirstComment(runner, posted, { deadline, text: comment, idempotencyKey }))
  })
}

/**
 * Runs the platform's own `publish` up to its first write, so that all checks of the platform run. These checks can
 * read from the network: the limits of the account, the post that is replied to. All problems are reported together.
 */
export function dryRunPost(runner: AccountRunner, input: PostInput, given?: CallOptions): Promise<void> {
  const operation = 'checkPost'
  return runner.within(operation, readCallOptions(given, operation), (deadline) =>
    assertPublishable(runner, input, deadline),
  )
}

/** Reads a post and its options. Throws for anything that the network does not support. */
export function readablePost(platform: Platform, input: PostInput): Post {
  const post = readPost(input, contextOf(platform))
  const schema = platform.postOptions
  let { options } = post
  assertAll(
    () => refuseUnsupported(post, { platform }),
    () => {
      if (schema === undefined) return
      try {
        // safe cast: a schema of options turns an object into an object
        options = readOptions(schema, post.options, { platform: platform.name }) as RawData
      } catch (error) {
        // A missing video is reported before a missing title, because the video is the more important mistake.
        assertAll(
          () => refuseTextOnly(post, { platform }),
          () => {
            throw error
          },
        )
      }
    },
  )
  return { ...post, options }
}

/** Replies to a post at most once per idempotency key. */
export function publishReply(
  runner: AccountRunner,
  postId: string,
  text: string,
  given?: ReplyOptions,
): Promise<PostResult> {
  const operation = 'reply'
  const read = readCallOptions(given, operation, [...PUBLISH_NAMES, 'media', 'options'])
  const { media = [], options: postOptions, ...options } = read
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, 'reply')
    const input = { text, media, options: { ...assertOptionsObject(postOptions, platform.name) } }
    const reply = readPost(input, { platform: platform.name })
    refuseBadTexts(reply.options, platform.name)
    refuseUnsupported(reply, { platform })
    const prepare = () => fingerprintOf({ ...reply, replyTo: postId })
    const send = (call: PublishCall) => platform.reply(postId, reply, call)
    return new PostPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/** Edits a post at most once per idempotency key. */
export function publishEdit(
  runner: AccountRunner,
  postId: string,
  input: PostEditInput,
  given?: PublishOptions,
): Promise<PostResult> {
  const operation = 'editPost'
  const options = readCallOptions(given, operation, PUBLISH_NAMES)
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const edit = readEdit(input, platform.name)
    const { text } = edit
    // The fingerprint distinguishes unchanged text from empty text, because they are different edits.
    const prepare = () =>
      fingerprintPost({
        text: text ?? '',
        options: edit.options,
        extra: { postId, keepsText: text === null },
      })
    const send = (call: PublishCall) => platform.editPost(postId, edit, call)
    return new PostPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

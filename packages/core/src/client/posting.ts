import { randomUUID } from 'node:crypto'

import { readOptions, readPost, refuseUnsupported, refuseWordsAlone } from '../checks/index.js'
import type { AllAbilities, Platform, PublishCall, Reconciled } from '../contract/index.js'
import { ConfigError, InvalidPostError, NetworkError, RateLimitError, type RawData } from '../errors/index.js'
import { refuseUnreadable } from '../media/index.js'
import {
  type JsonObject,
  makePostResult,
  type Message,
  type Post,
  type PostInput,
  type PostResult,
  type Receipt,
  type Update,
} from '../models/index.js'
import { messageFromRecord, postResultFromRecord, toRecord } from '../models/records.js'
import { fingerprintPost } from '../publishing/fingerprint.js'
import { isOutcomeOpen } from '../publishing/outcome.js'
import type { PublishJob } from '../publishing/publisher.js'
import { type Supporting, supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import type { ReplyOptions } from './operations.js'
import type { PublishOptions } from './types.js'

/** Longest idempotency key, in UTF-16 units: what the column of a store holds with room to spare. */
const LONGEST_KEY = 255

/** The key of one publication, and whether it was made just now: then nobody else can hold it yet. */
interface Key {
  readonly idempotencyKey: string
  readonly isNew: boolean
}

function keyOf(options: PublishOptions | undefined): Key {
  const key = options?.idempotencyKey
  if (key === undefined) return { idempotencyKey: randomUUID(), isNew: true }
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY)
    throw new ConfigError(`idempotencyKey must be text of 1 to ${LONGEST_KEY} characters.`)
  return { idempotencyKey: key, isNew: false }
}

/** What the runs below have in common: one job of the publisher inside one deadline. */
interface Publication<T> extends Pick<PublishJob<T>, 'toRecord' | 'fromRecord' | 'fromFound'> {
  readonly operation: string
  readonly key: Key
  readonly options: PublishOptions | undefined
  /** What can still refuse without a request; answers the fingerprint. */
  prepare(): Promise<string>
  run(call: PublishCall): Promise<T>
}

async function publish<T>(runner: AccountRunner, publication: Publication<T>): Promise<T> {
  const { client, platform } = runner
  const { operation, options } = publication
  const { idempotencyKey, isNew } = publication.key
  return runner.within(operation, options, async (deadline) => {
    const fingerprint = await publication.prepare()
    return client.publisher.publish<T>({
      key: { connectionId: runner.id, operation, idempotencyKey },
      isNewKey: isNew,
      platform: platform.name,
      fingerprint,
      run: async (book) => {
        const call = await runner.publishingCall(operation, deadline, {
          client,
          idempotencyKey,
          book,
          onProgress: options?.onProgress,
        })
        try {
          const result = await publication.run(call)
          if (call.hasHosted) await call.releaseMedia()
          return result
        } catch (error) {
          // After an outage the network may still fetch the files, and the next try goes on with them.
          if (!isOutcomeOpen(error) && !NetworkError.is(error) && !RateLimitError.is(error))
            await call.releaseMedia()
          throw error
        }
      },
      ...(platform.reconcile && { reconcile: (receipt: Receipt) => lookUp(runner, operation, receipt) }),
      toRecord: publication.toRecord,
      fromRecord: publication.fromRecord,
      ...(publication.fromFound && { fromFound: publication.fromFound }),
    })
  })
}

/** Looks for a lost post with a deadline of its own: the call that lost it may be over. */
function lookUp(runner: AccountRunner, operation: string, receipt: Receipt): Promise<Reconciled> {
  return runner.within(`${operation}.reconcile`, undefined, async (deadline) =>
    supporting(runner.platform, 'reconcile').reconcile(receipt, await runner.call(operation, deadline)),
  )
}

const postRecords = (idempotencyKey: () => string) => ({
  toRecord: (result: PostResult): JsonObject => toRecord(result),
  fromRecord: (record: JsonObject): PostResult => postResultFromRecord(record),
  fromFound: (found: PostResult): PostResult => withKey(found, idempotencyKey()),
})

function withKey(result: PostResult, idempotencyKey: string): PostResult {
  if (result.idempotencyKey === idempotencyKey) return result
  const { id, url, state, raw, cid } = result
  return makePostResult({ id, url, state, raw, cid, idempotencyKey })
}

async function fingerprintOf(post: Post): Promise<string> {
  if (post.media.length > 0) await refuseUnreadable(post.media)
  return fingerprintPost(post)
}

/**
 * Publishes a post: refused without a request where it can be, then once under its key. The limits of the account are the
 * platform's to ask for, inside `publish`: a key that was finished before costs no request.
 */
export async function publishPost(
  runner: AccountRunner,
  input: PostInput,
  options?: PublishOptions,
): Promise<PostResult> {
  const platform = supporting(runner.platform, 'publish')
  const post = readablePost(platform, input)
  const key = keyOf(options)
  return publish<PostResult>(runner, {
    operation: 'post',
    key,
    options,
    prepare: () => fingerprintOf(post),
    // The options were read by this platform's own schema just above.
    run: async (call) => withKey(await platform.publish(post as Post<never>, call), key.idempotencyKey),
    ...postRecords(() => key.idempotencyKey),
  })
}

function readablePost(platform: Platform, input: PostInput): Post {
  const post = readPost(input, { platform: platform.name })
  refuseUnsupported(post, { platform })
  if (platform.postOptions === undefined) return post
  try {
    const options = readOptions(platform.postOptions, post.options, { platform: platform.name })
    return { ...post, options: options as RawData } // a schema of options reads an object into an object
  } catch (error) {
    // Whoever forgot the video has forgotten its title too, and the title is the lesser mistake.
    refuseWordsAlone(post, { platform })
    throw error
  }
}

/** Answers a post, once under its key. */
export async function publishReply(
  runner: AccountRunner,
  postId: string,
  text: string,
  options?: ReplyOptions,
): Promise<PostResult> {
  const platform = supporting(runner.platform, 'reply')
  const reply = readPost(
    { text, media: options?.media ?? [], options: options?.options ?? {} },
    { platform: platform.name },
  )
  refuseUnsupported(reply, { platform })
  const key = keyOf(options)
  return publish<PostResult>(runner, {
    operation: 'reply',
    key,
    options,
    prepare: () => fingerprintOf({ ...reply, replyTo: postId }),
    run: async (call) => withKey(await platform.reply(postId, reply, call), key.idempotencyKey),
    ...postRecords(() => key.idempotencyKey),
  })
}

/** Sends a message, once under its key. */
export async function publishMessage<M extends keyof AllAbilities>(
  runner: AccountRunner,
  operation: M,
  content: RawData & { readonly text: string },
  options: PublishOptions,
  send: (platform: Supporting<M>, call: PublishCall) => Promise<Message>,
): Promise<Message> {
  const platform = supporting(runner.platform, operation)
  needWords(content.text, platform)
  return publish<Message>(runner, {
    operation,
    key: keyOf(options),
    options,
    prepare: () => fingerprintPost({ text: content.text, extra: content }),
    run: (call) => send(platform, call),
    toRecord: (message) => toRecord(message),
    fromRecord: (record) => messageFromRecord(record),
  })
}

/** Answers an update, once under its key. */
export async function replyToUpdate(
  runner: AccountRunner,
  update: Update,
  text: string,
  options?: PublishOptions,
): Promise<void> {
  const platform = supporting(runner.platform, 'replyToUpdate')
  needWords(text, platform)
  await publish<null>(runner, {
    operation: 'replyToUpdate',
    key: keyOf(options),
    options,
    prepare: () => fingerprintPost({ text, extra: { updateId: update.id } }),
    run: async (call) => {
      await platform.replyToUpdate(update, text, call)
      return null
    },
    toRecord: () => ({}),
    fromRecord: () => null,
  })
}

function needWords(text: unknown, platform: Platform): void {
  if (typeof text === 'string' && text.trim() !== '') return
  throw new InvalidPostError(`${platform.name} needs words to send: the text is empty.`, {
    platform: platform.name,
  })
}

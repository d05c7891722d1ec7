import {
  needOptionsObject,
  type PostEditInput,
  readEdit,
  readOptions,
  readPost,
  readText,
  refuseBadTexts,
  refuseUnsupported,
  refuseWordsAlone,
} from '../checks/index.js'
import type { AllAbilities, Platform, PublishCall, Reconciled } from '../contract/index.js'
import { ConfigError, InvalidPostError, type RawData } from '../errors/index.js'
import { refuseUnreadable } from '../media/index.js'
import {
  type JsonObject,
  makePostResult,
  type Message,
  type Post,
  type PostInput,
  type PostResult,
  type Update,
} from '../models/index.js'
import { messageFromRecord, postResultFromRecord, recordOf } from '../models/records.js'
import { type ContentPrint, fingerprintPost } from '../publishing/fingerprint.js'
import { type Supporting, supporting } from './abilities.js'
import type { AccountRunner } from './account-runner.js'
import { PUBLISH_NAMES, readCallOptions } from './arguments.js'
import type { MessageOptions, ReplyOptions } from './operations.js'
import { Publication } from './publication.js'
import { RehearsalEnd } from './rehearsal.js'
import type { CallOptions, PublishOptions } from './types.js'

/** A post, or an answer to one. */
export class PostPublication extends Publication<PostResult> {
  toRecord(result: PostResult): JsonObject {
    return recordOf('POST_RESULT', result)
  }

  fromRecord(record: JsonObject): PostResult {
    return postResultFromRecord(record)
  }

  fromFound(found: Found): PostResult {
    if (found !== null && 'state' in found) return this.complete(found)
    throw wrongFind(this.platform, this.key.operation)
  }

  protected override complete(result: PostResult): PostResult {
    if (!isObject(result)) throw noAnswer(this.platform, this.key.operation)
    const { idempotencyKey } = this.key
    if (result.idempotencyKey === idempotencyKey) return result
    const { id, url, state, raw, cid, notice } = result
    return makePostResult({ id, url, state, raw, cid, notice, idempotencyKey })
  }
}

class MessagePublication extends Publication<Message> {
  toRecord(message: Message): JsonObject {
    return recordOf('MESSAGE', message)
  }

  fromRecord(record: JsonObject): Message {
    return messageFromRecord(record)
  }

  fromFound(found: Found): Message {
    if (found !== null && 'conversationId' in found) return found
    throw wrongFind(this.platform, this.key.operation)
  }

  protected override complete(message: Message): Message {
    if (isObject(message)) return message
    throw noAnswer(this.platform, this.key.operation)
  }
}

/** An answer of which the network tells nothing. */
class SilentPublication extends Publication<null> {
  toRecord(): JsonObject {
    return {}
  }

  fromRecord(): null {
    return null
  }

  fromFound(): null {
    return null
  }
}

/** What a look-up can find. */
type Found = Extract<Reconciled, { readonly state: 'FOUND' }>['result']

function wrongFind(platform: string, operation: string): ConfigError {
  return new ConfigError(
    `${platform} found something else than ${operation} makes: the platform itself is wrong.`,
    { platform },
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function noAnswer(platform: string, operation: string): ConfigError {
  return new ConfigError(
    `${platform} answered ${operation} with nothing, so nobody knows what became of it: the platform itself is wrong.`,
    { platform },
  )
}

/** The fingerprint of a post whose files can be read. @throws InvalidPostError for a file that cannot. */
export function fingerprintOf(post: Post): ContentPrint | Promise<ContentPrint> {
  if (post.media.length === 0) return fingerprintPost(post)
  return refuseUnreadable(post.media).then(() => fingerprintPost(post))
}

/**
 * Publishes a post: refused without a request where it can be, then once under its key. The limits of the account are the
 * platform's to ask for, inside `publish`: a key that was finished before costs no request.
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
    const prepare = () => fingerprintOf(post)
    // The options were read by this platform's own schema just above.
    const send = (call: PublishCall) => platform.publish(post as Post<never>, call)
    return new PostPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/**
 * Refuses what `publishPost` would refuse before its first write: the platform's own `publish` runs up to there, and no
 * further. It may read: the limits of the account, the post that is answered.
 */
export function rehearsePost(runner: AccountRunner, input: PostInput, given?: CallOptions): Promise<void> {
  const operation = 'checkPost'
  return runner.within(operation, readCallOptions(given, operation), async (deadline) => {
    const platform = supporting(runner.platform, 'publish')
    const post = readablePost(platform, input)
    await refuseUnreadable(post.media)
    const end = new RehearsalEnd()
    const call = await runner.rehearsalCall(operation, deadline, end)
    // The options were read by this platform's own schema just above.
    const publishing = platform.publish(post as Post<never>, call)
    await Promise.race([end.reached, publishing])
  })
}

/** Reads a post and its options; refuses what the network cannot do at all. */
export function readablePost(platform: Platform, input: PostInput): Post {
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
    const input = { text, media, options: { ...needOptionsObject(postOptions, platform.name) } }
    const reply = readPost(input, { platform: platform.name })
    refuseBadTexts(reply.options, platform.name)
    refuseUnsupported(reply, { platform })
    const prepare = () => fingerprintOf({ ...reply, replyTo: postId })
    const send = (call: PublishCall) => platform.reply(postId, reply, call)
    return new PostPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/** Changes a post, once under its key. */
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
    // No new text is another edit than an empty one.
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

/** A message to be sent. */
interface MessageParts<M extends keyof AllAbilities> {
  /** What the fingerprint is made of. */
  readonly content: RawData & { readonly text: string }
  readonly options: MessageOptions | undefined
  readonly ask: (
    platform: Supporting<M>,
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ) => Promise<Message>
}

/** Sends a message, once under its key. */
export function publishMessage<M extends 'sendMessage' | 'startConversation'>(
  runner: AccountRunner,
  operation: M,
  { content, options: given, ask }: MessageParts<M>,
): Promise<Message> {
  const { options: networkOptions, ...options } = readCallOptions(given, operation, [
    ...PUBLISH_NAMES,
    'options',
  ])
  return runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const text = needWords(content.text, platform)
    const message = { text, options: { ...needOptionsObject(networkOptions, platform.name) } }
    refuseBadTexts(message.options, platform.name)
    // A first message without options keeps the fingerprint it had before it could have any.
    const isPlain = operation === 'startConversation' && Object.keys(message.options).length === 0
    const extra = isPlain ? content : { ...content, options: message.options }
    const prepare = () => fingerprintPost({ text, extra })
    const send = (call: PublishCall) => ask(platform, message, call)
    return new MessagePublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

/** Answers an update, once under its key. */
export async function replyToUpdate(
  runner: AccountRunner,
  update: Update,
  words: string,
  given?: PublishOptions,
): Promise<void> {
  const operation = 'replyToUpdate'
  const options = readCallOptions(given, operation, PUBLISH_NAMES)
  await runner.publishing(operation, options, (deadline) => {
    const platform = supporting(runner.platform, operation)
    const text = needWords(words, platform)
    const prepare = () => fingerprintPost({ text, extra: { updateId: update.id } })
    const send = async (call: PublishCall) => {
      await platform.replyToUpdate(update, text, call)
      return null
    }
    return new SilentPublication({ runner, operation, deadline, options, prepare, send }).publish()
  })
}

function needWords(words: unknown, { name }: Platform): string {
  const text = readText(words ?? '', 'The text', name)
  if (text.trim() !== '') return text
  throw new InvalidPostError(`${name} needs words to send: the text is empty.`, { platform: name })
}

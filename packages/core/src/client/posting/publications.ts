import type { Reconciled } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { type JsonObject, makePostResult, type Message, type PostResult } from '../../models/index.js'
import { messageFromRecord, postResultFromRecord, recordOf } from '../../models/records/records.js'
import { Publication } from './publication.js'

/** Publishes a post, a reply or an edit. */
export class PostPublication extends Publication<PostResult> {
  toRecord(result: PostResult): JsonObject {
    return recordOf('POST_RESULT', result)
  }

  fromRecord(record: JsonObject): PostResult {
    return postResultFromRecord(record)
  }

  /**
   * Returns the id of the published post. Returns null for an edit, because the post belongs to the key that created
   * it.
   */
  postIdOf(result: PostResult): string | null {
    return this.key.operation === 'editPost' ? null : result.id
  }

  fromFound(found: Found): PostResult {
    if (found !== null && 'state' in found) return this.complete(found)
    throw wrongFind(this.platform, this.key.operation)
  }

  protected override complete(result: PostResult): PostResult {
    if (!isObject(result)) throw noAnswer(this.platform, this.key.operation)
    const { idempotencyKey } = this.key
    if (result.idempotencyKey === idempotencyKey) return result
    const { id, url, state, raw, cid, notice, failure } = result
    return makePostResult({ id, url, state, raw, cid, notice, failure, idempotencyKey })
  }
}

/** Sends a private message. */
export class MessagePublication extends Publication<Message> {
  toRecord(message: Message): JsonObject {
    return recordOf('MESSAGE', message)
  }

  fromRecord(record: JsonObject): Message {
    return messageFromRecord(record)
  }

  postIdOf(message: Message): string | null {
    return message.id
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

/** Sends a reply to an update, or a comment. The result is the id of the reply; null if the network returns none. */
export class ReplyPublication extends Publication<string | null> {
  toRecord(replyId: string | null): JsonObject {
    return { replyId }
  }

  /** Entries that were stored without an id have the result null. */
  fromRecord({ replyId }: JsonObject): string | null {
    return typeof replyId === 'string' ? replyId : null
  }

  postIdOf(replyId: string | null): string | null {
    return replyId
  }

  fromFound(found: Found): string | null {
    return found === null ? null : found.id
  }
}

/** A result that the platform's `reconcile` can find. */
type Found = Extract<Reconciled, { readonly state: 'FOUND' }>['result']

function wrongFind(platform: string, operation: string): ConfigError {
  return new ConfigError(
    `${platform} found a result of the wrong type for ${operation}. This is a defect of the platform.`,
    { platform },
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function noAnswer(platform: string, operation: string): ConfigError {
  return new ConfigError(
    `${platform} returned no result for ${operation}, so its outcome is unknown. This is a defect of the platform.`,
    { platform },
  )
}

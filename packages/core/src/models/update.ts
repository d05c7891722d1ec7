import { ConfigError, type RawData } from '../errors/index.js'
import { UpdateKind } from './enumerations.js'
import { pictureUrl } from './picture-url.js'
import type { Attachment, Person } from './reading.js'
import { assertObject } from './values/assert-object.js'
import { type MomentInput, toMoment } from './values/moment.js'

/** Operations on an update. */
export const UpdateAction = { REPLY: 'REPLY', HIDE: 'HIDE', DELETE: 'DELETE', LIKE: 'LIKE' } as const
/** Operation on an update. */
export type UpdateAction = keyof typeof UpdateAction

/** One event on an account. */
export interface Update {
  /**
   * Id of the event, unique within its connection. The id is the same whether the event was pushed
   * or polled.
   */
  readonly id: string
  readonly kind: UpdateKind
  /** Same as `kind`. If `kind` is `UNKNOWN`, the network's own name of the event. */
  readonly kindName: string
  /** Registered name of the network. */
  readonly platform: string
  /** Id of the connection whose account received the event. */
  readonly connectionId: string
  /**
   * Time of the event. If the network does not report a time, the time at which the event was
   * read.
   */
  readonly timestamp: Date
  /** Person who caused the event. Null if unknown. */
  readonly actor: Person | null
  /** Id of the reply, mention or message that was created. Null if there is none. */
  readonly postId: string | null
  /**
   * Id of the connected account's post that the event is about, such as a post with a new comment.
   * Null if there is none.
   */
  readonly aboutPostId: string | null
  /** Id of the first post in the thread. Null if finding it would require another request. */
  readonly threadRootId: string | null
  /** Id of the conversation to which a message belongs. Null for other events. */
  readonly conversationId: string | null
  /** Id of the comment, message or post that `postId` directly replies to; null if there is none, or it is unknown. */
  readonly parentId: string | null
  /** Plain text of the comment, mention, message, review or question. Null if the event has no text, or it was not sent. */
  readonly text: string | null
  /** Pictures and videos of the comment, mention or message. Empty if there are none, or if they were not sent. */
  readonly attachments: readonly Attachment[]
  /** Stars of a review, from 1 to 5; null for other kinds. */
  readonly rating: number | null
  /** URL of the comment, mention, message or review for people; null if the network sent none. */
  readonly url: string | null
  /** True if the connected account itself caused the event, for example with its own comment. */
  readonly isOwn: boolean
  /**
   * Operations that the network allows for this update: `REPLY` with `account.replyToUpdate`, `HIDE` with
   * `account.setCommentVisibility`, `DELETE` with `account.deleteComment`, `LIKE` with `account.like`. A polled update
   * regards the scopes of the connection; for a pushed update call `account.actionsFor`.
   */
  readonly actions: readonly UpdateAction[]
  /** Unmodified data of this event. Hidden when printed. */
  readonly raw: RawData
  /**
   * Unmodified payload in which the network sent the event. Empty if the event was polled, or if
   * the payload was the event itself. Omitted when printed.
   */
  readonly envelope: RawData
}

/** Fields for creating an update. */
export interface UpdateInit {
  readonly id: string
  /** One of the library's kinds. Any other name becomes the kind `UNKNOWN` with this `kindName`. */
  readonly kind: string
  readonly platform: string
  readonly connectionId: string
  readonly timestamp: MomentInput
  readonly raw?: RawData | undefined
  readonly envelope?: RawData | undefined
  readonly actor?: Person | null | undefined
  readonly postId?: string | null | undefined
  readonly aboutPostId?: string | null | undefined
  readonly threadRootId?: string | null | undefined
  readonly conversationId?: string | null | undefined
  readonly parentId?: string | null | undefined
  /** Plain text: platforms convert HTML and markup. */
  readonly text?: string | null | undefined
  readonly attachments?: readonly Attachment[] | undefined
  /** Stars from 1 to 5. */
  readonly rating?: number | null | undefined
  readonly url?: string | null | undefined
  /** Default: true if `actor` is the account of `connectionId`. */
  readonly isOwn?: boolean | undefined
  /** Operations that the network allows for this update. Default: none. */
  readonly actions?: readonly UpdateAction[] | undefined
  /** Kind as named by the network. Default: `kind`. */
  readonly kindName?: string | undefined
}

function toKind(name: string): UpdateKind {
  return Object.hasOwn(UpdateKind, name) ? UpdateKind[name as UpdateKind] : 'UNKNOWN' // safe cast: hasOwn has shown that the name is a key of UpdateKind
}

const NONE: readonly never[] = Object.freeze([])

/** True if the person who caused the event is the account of the connection. */
function isOfAccount({ actor, platform, connectionId }: UpdateInit): boolean {
  return actor !== undefined && actor !== null && connectionId === `${platform}:${actor.id}`
}

/**
 * This class exists for speed, because defining hidden properties on each update would take longer
 * than creating the update. `raw` and `envelope` are getters of the prototype, so printing and
 * spreading omit them.
 */
class MadeUpdate implements Update {
  readonly id: string
  readonly kind: UpdateKind
  readonly kindName: string
  readonly platform: string
  readonly connectionId: string
  readonly timestamp: Date
  readonly actor: Person | null
  readonly postId: string | null
  readonly aboutPostId: string | null
  readonly threadRootId: string | null
  readonly conversationId: string | null
  readonly parentId: string | null
  readonly text: string | null
  readonly attachments: readonly Attachment[]
  readonly rating: number | null
  readonly url: string | null
  readonly isOwn: boolean
  readonly actions: readonly UpdateAction[]
  readonly #raw: RawData
  readonly #envelope: RawData

  constructor(init: UpdateInit) {
    this.id = init.id
    this.kind = toKind(init.kind)
    this.kindName = init.kindName ?? init.kind
    this.platform = init.platform
    this.connectionId = init.connectionId
    this.timestamp = toMoment(init.timestamp, 'Update.timestamp')
    this.actor = init.actor ?? null
    this.postId = init.postId ?? null
    this.aboutPostId = init.aboutPostId ?? null
    this.threadRootId = init.threadRootId ?? null
    this.conversationId = init.conversationId ?? null
    this.parentId = init.parentId ?? null
    this.text = init.text ?? null
    this.attachments = init.attachments ?? NONE
    this.rating = init.rating ?? null
    this.url = pictureUrl(init.url)
    this.isOwn = init.isOwn ?? isOfAccount(init)
    this.actions = init.actions ?? NONE
    this.#raw = init.raw ?? {}
    this.#envelope = init.envelope ?? {}
    Object.freeze(this)
  }

  get raw(): RawData {
    return this.#raw
  }

  get envelope(): RawData {
    return this.#envelope
  }
}

/**
 * Creates an update. A kind that the library does not support becomes `UNKNOWN`, and its name is
 * stored in `kindName`.
 *
 * @throws ConfigError if `timestamp` has no time zone, or if the id is missing.
 */
export function makeUpdate(init: UpdateInit): Update {
  assertObject(init, 'makeUpdate', '{ id, kind, platform, connectionId, timestamp }')
  if (init.id === '') throw new ConfigError('Update.id is missing.')
  return new MadeUpdate(init)
}

/**
 * Result of one step of a poll that must read many lists, for example the comments of each recent
 * post.
 */
export interface UpdateStep {
  /** Updates that this step read, oldest first. A later step may return older updates. */
  readonly updates: readonly Update[]
  /**
   * Position at which the next step resumes. Pass it as `progress`. Null if the next step starts
   * with the first list.
   */
  readonly progress: string | null
  /** True if every list was read up to the requested time. */
  readonly isComplete: boolean
  /**
   * Error that ended the step or left a list unread. Null if there was none. `updates` and
   * `progress` are valid also after an error.
   */
  readonly interruptedBy: unknown
}

/** Result of one poll by marker. Only the network can interpret the marker. */
export interface UpdateBatch {
  /** Updates after the marker, oldest first. */
  readonly updates: readonly Update[]
  /**
   * Position at which the next poll continues. Pass it as `marker`. Null only if no update has
   * been read yet.
   */
  readonly marker: string | null
  /** True if the network has more updates now, so that the next poll should follow immediately. */
  readonly more: boolean
}

import { ConfigError, type RawData } from '../errors/index.js'
import { UpdateKind } from './enumerations.js'
import type { Person } from './reading.js'
import { assertObject } from './values/assert-object.js'
import { type MomentInput, toMoment } from './values/moment.js'

/** One thing that happened on an account. */
export interface Update {
  /** Unique within its connection, and the same each time the same thing is reported, pushed or polled. */
  readonly id: string
  readonly kind: UpdateKind
  /** The word used: `kind` itself where it is known, the network's own word for `UNKNOWN`. */
  readonly kindName: string
  /** Registered name of the network. */
  readonly platform: string
  /** The connection it happened on. */
  readonly connectionId: string
  /** When it happened; where the network does not say, when it was read. */
  readonly timestamp: Date
  /** Who did it; null where the network does not say. */
  readonly actor: Person | null
  /** Id of the reply, mention or message itself; null where it has none. */
  readonly postId: string | null
  /** Id of the connected account's own post it concerns. */
  readonly aboutPostId: string | null
  /** Id of the first post of the thread, when known without another request. */
  readonly threadRootId: string | null
  /** Id of the conversation that a message belongs to. */
  readonly conversationId: string | null
  /** This one change, untouched. Hidden when printed. */
  readonly raw: RawData
  /** The message it arrived in; `{}` where the network does not wrap, and when polled. Hidden when printed. */
  readonly envelope: RawData
}

/** What a platform hands over to make an update. */
export interface UpdateInit {
  readonly id: string
  /** A kind of the library, or the network's own word, which then becomes `UNKNOWN`. */
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
  /** The network's own word; `kind` unless given. */
  readonly kindName?: string | undefined
}

function toKind(word: string): UpdateKind {
  return Object.hasOwn(UpdateKind, word) ? UpdateKind[word as UpdateKind] : 'UNKNOWN' // hasOwn has just shown that it is a key
}

/**
 * A class only for the sake of speed: defining hidden properties on each update costs more than making it. `raw` and
 * `envelope` are accessors of the prototype, so nothing prints or spreads them.
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
 * Makes an update. A kind the library does not know becomes `UNKNOWN`, with the word kept on `kindName`.
 *
 * @throws ConfigError when `timestamp` has no time zone, or the id is missing.
 */
export function makeUpdate(init: UpdateInit): Update {
  assertObject(init, 'makeUpdate', '{ id, kind, platform, connectionId, timestamp }')
  if (init.id === '') throw new ConfigError('Update.id is missing.')
  return new MadeUpdate(init)
}

/** Result of one step of a poll that reads many lists, for example the comments of each recent post. */
export interface UpdateStep {
  /** Updates read in this step, oldest first. Later steps may return older ones. */
  readonly updates: readonly Update[]
  /** Where the next step resumes: pass it as `progress`. Null = the next step starts from the first list. */
  readonly progress: string | null
  /** True = every list was read up to the requested moment. */
  readonly isComplete: boolean
  /** The error that ended the step or left a list unread; null = none. `updates` and `progress` are valid with it. */
  readonly interruptedBy: unknown
}

/** What one poll by marker found. A marker is an opaque cursor: only the network that gave it can read it. */
export interface UpdateBatch {
  /** Oldest first, only newer than the marker. */
  readonly updates: readonly Update[]
  /** Where the next poll goes on: pass it as `marker`. Null only when nothing was ever seen. */
  readonly marker: string | null
  /** True = ask again straight away. */
  readonly more: boolean
}

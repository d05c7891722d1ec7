import { ConfigError, type RawData } from '../errors/index.js'
import { UpdateKind } from './enumerations.js'
import type { Person } from './reading.js'
import { assertObject } from './values/assert-object.js'
import { type MomentInput, toMoment } from './values/moment.js'

/** One event on an account. */
export interface Update {
  /** Unique within its connection, and identical whether the event is pushed or polled. */
  readonly id: string
  readonly kind: UpdateKind
  /** Same as `kind`; for `UNKNOWN`, the kind as named by the network. */
  readonly kindName: string
  /** Registered name of the network. */
  readonly platform: string
  /** Id of the connection. */
  readonly connectionId: string
  /** Time of the event; time of reading if the network does not report it. */
  readonly timestamp: Date
  /** Person who caused the event; null if unknown. */
  readonly actor: Person | null
  /** Id of the reply, mention or message; null if there is none. */
  readonly postId: string | null
  /** Id of the post of the connected account that the event concerns. */
  readonly aboutPostId: string | null
  /** Id of the first post of the thread, if known without another request. */
  readonly threadRootId: string | null
  /** Id of the conversation of a message. */
  readonly conversationId: string | null
  /** Unmodified data of this event. Hidden when printed. */
  readonly raw: RawData
  /** Unmodified payload that contained the event; empty if polled or not wrapped. Hidden when printed. */
  readonly envelope: RawData
}

/** Fields from which a platform creates an update. */
export interface UpdateInit {
  readonly id: string
  /** Kind of the library, or the kind as named by the network, which becomes `UNKNOWN`. */
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
  /** Kind as named by the network. Default: `kind`. */
  readonly kindName?: string | undefined
}

function toKind(name: string): UpdateKind {
  return Object.hasOwn(UpdateKind, name) ? UpdateKind[name as UpdateKind] : 'UNKNOWN' // hasOwn shows that it is a key
}

/**
 * A class for performance: defining hidden properties on each update costs more than creating it. `raw` and `envelope`
 * are accessors of the prototype, so printing and spreading omit them.
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
 * Creates an update. An unsupported kind becomes `UNKNOWN`, with its name in `kindName`.
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
  /** Cursor of the next step: pass it as `progress`. Null = the next step starts from the first list. */
  readonly progress: string | null
  /** True = every list was read up to the requested moment. */
  readonly isComplete: boolean
  /** The error that ended the step or left a list unread; null = none. `updates` and `progress` are valid with it. */
  readonly interruptedBy: unknown
}

/** Result of one poll. The marker is an opaque cursor that only its network can read. */
export interface UpdateBatch {
  /** Updates newer than the marker, oldest first. */
  readonly updates: readonly Update[]
  /** Cursor of the next poll: pass it as `marker`. Null only if nothing has been read yet. */
  readonly marker: string | null
  /** True = poll again immediately. */
  readonly more: boolean
}

import {
  type Attachment,
  ConfigError,
  makeUpdate,
  type MomentInput,
  type Person,
  type Update,
  type UpdateAction,
  type UpdateBatch,
  type UpdateKind,
} from '@social/core/platform'

import type { Maker } from './maker.js'

/** Fields of an update that a test adds. */
export interface FakeUpdateInit {
  readonly updateId?: string | undefined
  /** Connection that receives the update. Default: `{name}:42`. */
  readonly connectionId?: string | undefined
  readonly actor?: Person | null | undefined
  readonly postId?: string | null | undefined
  readonly aboutPostId?: string | null | undefined
  readonly threadRootId?: string | null | undefined
  readonly conversationId?: string | null | undefined
  readonly parentId?: string | null | undefined
  readonly text?: string | null | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly rating?: number | null | undefined
  readonly url?: string | null | undefined
  /** Default: true if `actor` is the account of the connection. */
  readonly isOwn?: boolean | undefined
  /** Operations that the network allows for the update. Default: none. */
  readonly actions?: readonly UpdateAction[] | undefined
  readonly timestamp?: MomentInput | undefined
}

/** Stores the updates of a fake network in order. A marker is the id of an update. */
export class FakeUpdates {
  readonly #name: string
  readonly #maker: Maker
  readonly #queue: Update[]
  /** Actions of pushed updates by update id. */
  readonly #pushed = new Map<string, readonly UpdateAction[]>()

  constructor(name: string, maker: Maker, queue: readonly Update[]) {
    this.#name = name
    this.#maker = maker
    this.#queue = [...queue]
  }

  /** Adds an update, and returns the complete update. */
  add(kind: UpdateKind, init: FakeUpdateInit): Update {
    const { updateId, connectionId, timestamp, ...rest } = init
    const update = makeUpdate({
      ...rest,
      id: updateId ?? this.#maker.id('update'),
      kind,
      platform: this.#name,
      connectionId: connectionId ?? `${this.#name}:42`,
      timestamp: timestamp ?? this.#maker.moment(),
    })
    this.#queue.push(update)
    return update
  }

  /** Stores the actions of pushed updates, and returns the updates. */
  keepPushed(updates: readonly Update[]): readonly Update[] {
    for (const { id, actions } of updates) this.#pushed.set(id, actions)
    return updates
  }

  /** Returns the actions that a test gave an update; an empty list for an unknown update. */
  actionsOf(updateId: string): readonly UpdateAction[] {
    return this.#queue.find(({ id }) => id === updateId)?.actions ?? this.#pushed.get(updateId) ?? []
  }

  /** Returns the updates that are strictly newer than `moment`, oldest first. */
  since(moment: Date | null, connectionId: string): readonly Update[] {
    return this.#of(connectionId)
      .filter(({ timestamp }) => moment === null || timestamp > moment)
      .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
  }

  /** Returns the updates after a marker, oldest first. Null returns the newest page. */
  after(
    marker: string | null,
    options: { readonly limit: number | null; readonly pageSize: number },
    connectionId: string,
  ): UpdateBatch {
    const { limit, pageSize } = options
    const all = this.#of(connectionId)
    if (marker === null) {
      const updates = all.slice(-Math.max(1, limit ?? pageSize))
      return { updates, marker: updates.at(-1)?.id ?? null, more: false }
    }
    const newer = all.slice(this.#placeOf(marker, connectionId) + 1)
    const updates = newer.slice(0, limit === null ? undefined : Math.max(1, limit))
    return { updates, marker: updates.at(-1)?.id ?? marker, more: updates.length < newer.length }
  }

  /** @throws ConfigError for a marker that does not belong to this account. */
  checkMarker(marker: string, connectionId: string): void {
    this.#placeOf(marker, connectionId)
  }

  #of(connectionId: string): readonly Update[] {
    return this.#queue.filter((update) => update.connectionId === connectionId)
  }

  #placeOf(marker: string, connectionId: string): number {
    const place = this.#of(connectionId).findIndex(({ id }) => id === marker)
    if (place >= 0) return place
    throw new ConfigError(
      `"${marker}" is not a marker of ${this.#name}. Pass null to start from the newest page.`,
      {
        platform: this.#name,
      },
    )
  }
}

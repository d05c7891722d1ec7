import {
  type AppCredentials,
  type Connection,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemoryStorage,
  type JournalKey,
} from '@social/core'
import type { Clock, HostedMedia, JsonObject, Media, MediaHost } from '@social/core/platform'

/** The journal, and whether it says at this moment that a visible request is about to leave, or has left. */
class WatchedJournal extends InMemoryPublishJournal {
  isFinishing = false

  override async save(
    key: JournalKey,
    claim: string,
    receipt: JsonObject | null,
    lease: { readonly leaseSeconds: number },
  ): Promise<void> {
    await super.save(key, claim, receipt, lease)
    this.isFinishing = receipt?.['step'] === 'FINISH'
  }
}

/** Which updates were handled, and whether one of that id is remembered. */
class WatchedSeenUpdates extends InMemorySeenUpdates {
  readonly #remembered = new Set<string>()

  override async confirm(key: string, claim: string): Promise<void> {
    await super.confirm(key, claim)
    const { state } = await super.claim(key, { leaseSeconds: 0 })
    if (state === 'SEEN') this.#remembered.add(key)
  }

  /** True when an update of that id was confirmed. */
  remembers(updateId: string): boolean {
    return [...this.#remembered].some((key) => key.endsWith(` ${updateId}`))
  }
}

/** Connections, and whether a renewed token waits to be saved. */
class WatchedStorage extends InMemoryStorage {
  /** True from the moment the network has replaced a token until that was saved. */
  isBehind = false

  override async saveRenewed(next: Connection, previous: Connection): Promise<boolean> {
    const isSaved = await super.saveRenewed(next, previous)
    if (isSaved) this.isBehind = false
    return isSaved
  }
}

/** Files at public addresses, in memory. */
class FileHost implements MediaHost {
  readonly #files = new Map<string, Uint8Array>()

  async publish(media: Media): Promise<HostedMedia> {
    const handle = `file-${this.#files.size}`
    this.#files.set(handle, await media.read())
    return { url: `https://files.example/${handle}`, handle }
  }

  async release(handle: string): Promise<void> {
    this.#files.delete(handle)
  }
}

/** What all workers share, as a database would hold it. */
export function makeStores(clock: Clock, connection: Connection, app: AppCredentials | null) {
  return {
    storage: new WatchedStorage({ connections: [connection], apps: app === null ? [] : [app] }),
    journal: new WatchedJournal({ clock }),
    seenUpdates: new WatchedSeenUpdates({ clock }),
    markers: new InMemoryMarkers(),
    mediaHost: new FileHost(),
  }
}

/** The stores of a run. */
export type Stores = ReturnType<typeof makeStores>

import {
  type AppCredentials,
  type Connection,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemoryStorage,
} from '@social/core'
import type { Clock, HostedMedia, Media, MediaHost } from '@social/core/platform'
import { InMemoryLoginMemory } from '@social/core/routes'
import type { Locks, LoginMemory, Markers, PublishJournal, SeenUpdates, Storage } from '@social/core/store'

import type { Gate } from '../time/gate.js'
import type { VirtualClock } from '../time/virtual-clock.js'
import { LeasedLocks } from './leased-locks.js'

/** All ports of one worker. Tests can replace methods of these ports. */
export interface Stores {
  readonly storage: Storage
  readonly journal: { -readonly [K in keyof PublishJournal]: PublishJournal[K] }
  readonly seenUpdates: SeenUpdates
  readonly loginMemory: LoginMemory
  readonly markers: Markers
  readonly mediaHost: MediaHost
  readonly locks: Locks
}

/** Stores that several workers share. */
export interface StoreHouse {
  /** Opens the stores for an additional worker. */
  open(gate: Gate, clock: Clock): Stores
  close(): void
}

/** Creates the shared stores of a run. */
export type MakeStores = (clock: VirtualClock) => StoreHouse

/** Media host that keeps the files of public URLs in memory. */
export class FileHost implements MediaHost {
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

/** Creates stores in memory that all workers share, like a database. */
export const storesInMemory: MakeStores = (clock) => {
  const locks = new LeasedLocks(clock)
  const shared = {
    storage: new InMemoryStorage(),
    journal: new InMemoryPublishJournal({ clock }),
    seenUpdates: new InMemorySeenUpdates({ clock }),
    loginMemory: new InMemoryLoginMemory({ clock }),
    markers: new InMemoryMarkers(),
    mediaHost: new FileHost(),
  }
  return { open: (gate) => ({ ...shared, locks: locks.of(gate) }), close: () => {} }
}

/** Writes the initial data to the stores before a run. */
export async function fill(
  { storage }: Stores,
  { connection, app }: { readonly connection: Connection; readonly app: AppCredentials | null },
): Promise<void> {
  await storage.saveConnection(connection)
  if (app !== null) await storage.saveApp(app)
}

import {
  type AppCredentials,
  type Connection,
  InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemoryStorage,
  type JournalKey,
} from '@social/core'
import type { Clock, JsonObject } from '@social/core/platform'

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

/** What all workers share, as a database would hold it. */
export function makeStores(clock: Clock, connection: Connection, app: AppCredentials | null) {
  return {
    storage: new InMemoryStorage({ connections: [connection], apps: app === null ? [] : [app] }),
    journal: new WatchedJournal({ clock }),
    seenUpdates: new InMemorySeenUpdates({ clock }),
    markers: new InMemoryMarkers(),
  }
}

/** The stores of a run. */
export type Stores = ReturnType<typeof makeStores>

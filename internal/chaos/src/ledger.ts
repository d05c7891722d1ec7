import type { JsonObject, PublishJournal, SeenUpdates, Storage } from '@social/core/platform'

import type { Stores } from './stores.js'

/** What really stands in the stores, whatever the workers are told of it. */
export class Ledger {
  /** Keys under which the journal says that a visible request is about to leave, or has left. */
  readonly #finishing = new Set<string>()
  /** True from the moment the network has replaced a token until that was saved. */
  isBehind = false
  readonly #remembered = new Set<string>()

  /** True while the journal says that a visible request is about to leave, or has left. */
  get isFinishing(): boolean {
    return this.#finishing.size > 0
  }

  /** True when an update of that id was confirmed. */
  remembers(updateId: string): boolean {
    return [...this.#remembered].some((key) => key.endsWith(` ${updateId}`))
  }

  /** The same stores, watched. */
  watch(stores: Stores): Stores {
    return {
      ...stores,
      journal: this.#journal(stores.journal),
      storage: this.#storage(stores.storage),
      seenUpdates: this.#seenUpdates(stores.seenUpdates),
    }
  }

  #journal(inner: PublishJournal): PublishJournal {
    return {
      open: (...given) => inner.open(...given),
      save: async (key, claim, receipt: JsonObject | null, lease) => {
        await inner.save(key, claim, receipt, lease)
        const { operation, idempotencyKey } = key
        const name = `${operation} ${idempotencyKey}`
        if (receipt?.['step'] === 'FINISH') this.#finishing.add(name)
        else this.#finishing.delete(name)
      },
      finish: (...given) => inner.finish(...given),
      ...(inner.finishNew && {
        finishNew: (...given: Parameters<NonNullable<PublishJournal['finishNew']>>) =>
          inner.finishNew?.(...given) ?? Promise.resolve(),
      }),
      release: (...given) => inner.release(...given),
      forgetBefore: (moment) => inner.forgetBefore(moment),
    }
  }

  #storage(inner: Storage): Storage {
    return {
      getConnection: (id) => inner.getConnection(id),
      saveConnection: (connection) => inner.saveConnection(connection),
      deleteConnection: (id) => inner.deleteConnection(id),
      getApp: (...given) => inner.getApp(...given),
      saveApp: (app) => inner.saveApp(app),
      saveRenewed: async (next, previous) => {
        const isSaved = (await inner.saveRenewed?.(next, previous)) ?? false
        if (isSaved) this.isBehind = false
        return isSaved
      },
    }
  }

  #seenUpdates(inner: SeenUpdates): SeenUpdates {
    return {
      claim: (...given) => inner.claim(...given),
      extend: (...given) => inner.extend(...given),
      confirm: async (key, claim) => {
        await inner.confirm(key, claim)
        // Whose claim was lost has confirmed nothing.
        const { state } = await inner.claim(key, { leaseSeconds: 0.001 })
        if (state === 'SEEN') this.#remembered.add(key)
      },
      release: (...given) => inner.release(...given),
    }
  }
}

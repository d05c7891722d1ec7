import type { JsonObject } from '@social/core/platform'
import type { LoginMemory, PublishJournal, SeenUpdates, Storage } from '@social/core/store'

import type { Stores } from './stores.js'

/** Observes what is really written to the stores, even if a worker did not get the response. */
export class Ledger {
  /** Keys whose journal entry records that the publishing request is about to be sent or was sent. */
  readonly #finishing = new Set<string>()
  /** True after the network replaced a token, until the new token is saved. */
  isBehind = false
  readonly #remembered = new Set<string>()
  /** State parameters of all sign-ins that were started. */
  readonly #signIns = new Set<string>()
  /** Values that no browser may receive: tokens, and the secrets of unfinished sign-ins. */
  readonly secrets = new Set<string>()

  /** True if a journal entry records that a publishing request is about to be sent or was sent. */
  get isFinishing(): boolean {
    return this.#finishing.size > 0
  }

  /** Returns true if the update with this id was confirmed as handled. */
  remembers(updateId: string): boolean {
    return [...this.#remembered].some((key) => key.endsWith(` ${updateId}`))
  }

  /** Returns the number of unfinished sign-ins in the store. */
  async openSignIns(memory: LoginMemory): Promise<number> {
    const notes = await Promise.all([...this.#signIns].map((state) => memory.lookUp(state)))
    return notes.filter((each) => each !== null).length
  }

  /** Returns stores that behave the same and report every write to this ledger. */
  watch(stores: Stores): Stores {
    return {
      ...stores,
      journal: this.#journal(stores.journal),
      storage: this.#storage(stores.storage),
      seenUpdates: this.#seenUpdates(stores.seenUpdates),
      loginMemory: this.#loginMemory(stores.loginMemory),
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
      claimPost: (...given) => inner.claimPost(...given),
      release: (...given) => inner.release(...given),
      forgetBefore: (moment) => inner.forgetBefore(moment),
    }
  }

  #loginMemory(inner: LoginMemory): LoginMemory {
    return {
      keep: (state, notes, lifetime) => {
        this.#signIns.add(state)
        if (notes.resumeToken) this.secrets.add(notes.resumeToken)
        const { verifier } = notes.remember
        if (typeof verifier === 'string') this.secrets.add(verifier)
        return inner.keep(state, notes, lifetime)
      },
      lookUp: (state) => inner.lookUp(state),
      forget: (state) => inner.forget(state),
      ...(inner.take && { take: (state: string) => inner.take?.(state) ?? Promise.resolve(null) }),
    }
  }

  #storage(inner: Storage): Storage {
    return {
      getConnection: (id) => inner.getConnection(id),
      saveConnection: (connection) => {
        const { accessToken, refreshToken } = connection.token
        for (const secret of [accessToken, refreshToken]) if (secret !== null) this.secrets.add(secret)
        return inner.saveConnection(connection)
      },
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
        // Checks the state, because a worker that lost its claim cannot confirm the update.
        const { state } = await inner.claim(key, { leaseSeconds: 0.001 })
        if (state === 'SEEN') this.#remembered.add(key)
      },
      release: (...given) => inner.release(...given),
    }
  }
}

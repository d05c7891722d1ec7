import type { Storage, Token } from '@social/core/store'

import { changed, turn } from './changed-storage.js'
import type { WrongStore } from './wrong-store.js'

/**
 * Creates a storage whose `saveRenewed` uses `isSame` to compare the stored token with the
 * previous token.
 */
const comparing = (isSame: (stored: Token, previous: Token) => boolean): (() => Storage) =>
  changed((storage) => {
    storage.saveRenewed = async (next, previous) => {
      const stored = await storage.getConnection(previous.id)
      if (!stored || !isSame(stored.token, previous.token)) return false
      await storage.saveConnection(next)
      return true
    }
  })

/** Defective storages: `saveRenewed` can overwrite a newer token. */
export const WRONG_RENEWALS: readonly WrongStore<Storage>[] = [
  {
    what: 'saves whatever it is given as a renewal',
    noticedBy: 'with saveRenewed, saves only over the token that was read',
    make: changed((storage) => {
      storage.saveRenewed = async (next) => {
        await storage.saveConnection(next)
        return true
      }
    }),
  },
  {
    what: 'compares the access token alone',
    noticedBy: 'with saveRenewed, compares both secrets of the token',
    saying: /The refresh token that is stored is another/,
    make: comparing((one, other) => one.accessToken === other.accessToken),
  },
  {
    what: 'compares the refresh token alone',
    noticedBy: 'with saveRenewed, compares both secrets of the token',
    saying: /The access token that is stored is another/,
    make: comparing((one, other) => one.refreshToken === other.refreshToken),
  },
  {
    what: 'takes no refresh token for any refresh token',
    noticedBy: 'with saveRenewed, compares both secrets of the token',
    make: comparing(
      (one, other) =>
        one.accessToken === other.accessToken &&
        (other.refreshToken === null || one.refreshToken === other.refreshToken),
    ),
  },
  {
    what: 'brings back what was deleted',
    noticedBy: 'with saveRenewed, does not restore a deleted connection',
    make: changed((storage) => {
      const compare = storage.saveRenewed.bind(storage)
      storage.saveRenewed = async (next, previous) => {
        if (await storage.getConnection(next.id)) return compare(next, previous)
        await storage.saveConnection(next)
        return true
      }
    }),
  },
  {
    what: 'compares first and saves later',
    noticedBy: 'with saveRenewed, accepts one of many concurrent saves',
    make: changed((storage) => {
      storage.saveRenewed = async (next, previous) => {
        const stored = await storage.getConnection(previous.id)
        if (stored?.token.accessToken !== previous.token.accessToken) return false
        await turn()
        await storage.saveConnection(next)
        return true
      }
    }),
  },
]

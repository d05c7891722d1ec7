import { join } from 'node:path'

import { SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'

import type { Platforms } from './networks.js'

/**
 * The one client of this process. Connections, sign-in notes, seen updates and the publish journal live in one file.
 *
 * `allowLoopback` lets it talk to the emulator on this machine; an application that meets real servers leaves it out,
 * and gives `sqliteStores` a key.
 */
export function openSocial(dataFolder: string, platforms: Platforms) {
  const stores = sqliteStores(join(dataFolder, 'studio.db'))
  const social = new SocialClient({ ...stores, platforms, allowLoopback: true })
  return {
    social,
    close: async () => {
      await social.close()
      stores.close()
    },
  }
}

import { join } from 'node:path'

import { SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'

import { platforms } from './networks.js'

/**
 * The one client of this process. Connections, sign-in notes, seen updates and the publish journal live in one file.
 *
 * `allowLoopback` lets it talk to the emulator on this machine; an application that meets real servers leaves it out.
 */
export function makeSocial(dataFolder: string) {
  return new SocialClient({ ...sqliteStores(join(dataFolder, 'studio.db')), platforms, allowLoopback: true })
}

import { describe, expect, it } from 'vitest'

import { blueskyNetwork } from '../bluesky/index.js'
import { facebookNetwork } from '../facebook/index.js'
import { googleBusinessNetwork } from '../google-business/index.js'
import { instagramNetwork } from '../instagram/index.js'
import { mastodonNetwork } from '../mastodon/index.js'
import { pinterestNetwork } from '../pinterest/index.js'
import { startEmulator } from '../start-emulator.js'
import { threadsNetwork } from '../threads/index.js'
import { tiktokBusinessNetwork } from '../tiktok-business/index.js'
import { tiktokNetwork } from '../tiktok/index.js'
import { xNetwork } from '../x/index.js'
import { youtubeNetwork } from '../youtube/index.js'
import { ControlError } from './control/operations.js'
import { refuseUnknownSettings } from './settings-names.js'

describe('an unknown setting', () => {
  it.each([
    ['pot', 'Did you mean "port"?'],
    ['prot', 'It takes: port, keepRequests.'],
    ['pport', 'Did you mean "port"?'],
    ['pord', 'Did you mean "port"?'],
    ['keep_requests', 'Did you mean "keepRequests"?'],
    ['colour', 'It takes: port, keepRequests.'],
  ])('is refused with the nearest known one: %s', (name, advice) => {
    const refuse = (): void => {
      refuseUnknownSettings({ [name]: 1 }, { port: 0, keepRequests: 0 }, 'a door')
    }
    expect(refuse).toThrow(`a door does not know the setting "${name}". ${advice}`)
    expect(refuse).toThrow(ControlError)
  })

  it.each([
    blueskyNetwork,
    facebookNetwork,
    googleBusinessNetwork,
    instagramNetwork,
    mastodonNetwork,
    pinterestNetwork,
    threadsNetwork,
    tiktokNetwork,
    tiktokBusinessNetwork,
    xNetwork,
    youtubeNetwork,
  ])('is refused by %o, which accepts all known ones', (make) => {
    const wrong = { peeple: [] } as object // safe cast: tests a misspelt option that JavaScript callers can pass
    expect(() => make(wrong)).toThrow(`${make.name} does not know the setting "peeple".`)
    expect(make({}).name).not.toBe('')
  })

  it('is refused by the emulator itself, before a port is opened', async () => {
    await expect(startEmulator({ networks: [], prt: 1 } as object)).rejects.toThrow('Did you mean "port"?')
  })
})

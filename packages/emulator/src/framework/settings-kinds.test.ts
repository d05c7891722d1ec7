import { describe, expect, it } from 'vitest'

import { blueskyNetwork } from '../bluesky/index.js'
import { facebookNetwork } from '../facebook/index.js'
import { googleBusinessNetwork } from '../google-business/index.js'
import { instagramNetwork } from '../instagram/index.js'
import { mastodonNetwork } from '../mastodon/index.js'
import { pinterestNetwork } from '../pinterest/index.js'
import { threadsNetwork } from '../threads/index.js'
import { tiktokBusinessNetwork } from '../tiktok-business/index.js'
import { tiktokNetwork } from '../tiktok/index.js'
import { xNetwork } from '../x/index.js'
import { youtubeNetwork } from '../youtube/index.js'
import { ControlError } from './control/operations.js'
import { EmulatedNetwork } from './emulated-network.js'

const NETWORKS = {
  blueskyNetwork,
  facebookNetwork,
  googleBusinessNetwork,
  instagramNetwork,
  mastodonNetwork,
  pinterestNetwork,
  threadsNetwork,
  tiktokBusinessNetwork,
  tiktokNetwork,
  xNetwork,
  youtubeNetwork,
}

const WRONG = [null, 0, -1, Number.NaN, '', 'x', true, [], [null], [{}], {}, 10n, Symbol('s')]

/** Returns the names of all settings, from the error message for an unknown setting. */
function namesOf(make: (options: never) => unknown): readonly string[] {
  try {
    make({ xyzzy: 1 } as never)
  } catch (error) {
    return /It takes: (.*)\.$/.exec(String(error))?.[1]?.split(', ') ?? []
  }
  return []
}

/**
 * Returns the error if opening a network with the setting throws anything but a ControlError.
 * Returns null otherwise.
 */
function bareError(make: (options: never) => unknown, setting: string, value: unknown): string | null {
  try {
    const module = make({ [setting]: value } as never) as ConstructorParameters<typeof EmulatedNetwork>[0] // safe cast: every factory returns a network module
    new EmulatedNetwork(module, { origin: 'http://127.0.0.1:1' }).close()
  } catch (error) {
    if (!(error instanceof ControlError)) return `${setting}: ${String(value)}: ${String(error)}`
  }
  return null
}

describe.each(Object.entries(NETWORKS))('%s', (_name, make) => {
  it('names the invalid setting', () => {
    const names = namesOf(make)
    expect(names.length).toBeGreaterThan(3)
    expect(
      names.flatMap((name) =>
        WRONG.map((value) => bareError(make, name, value)).filter((one) => one !== null),
      ),
    ).toEqual([])
  })
})

it('names the setting and its required type', () => {
  expect(() => mastodonNetwork({ people: 'ada' } as never)).toThrow(
    'mastodonNetwork: people must be a list of objects, not "ada".',
  )
  expect(() => xNetwork({ reuseRevokes: 'no' } as never)).toThrow(
    'reuseRevokes must be true or false, not "no".',
  )
  expect(() => tiktokNetwork({ scopes: [1] } as never)).toThrow('scopes must be a list of texts')
})

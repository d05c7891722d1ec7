import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { SocialBaseError } from '../errors/index.js'
import { Dispatcher, InMemoryMarkers, Poller, PollerPool } from '../events/index.js'
import { AppCredentials } from '../models/index.js'
import { Routes, SignedMediaHost } from '../routes/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { aCapableClient } from './__fixtures__/capable.js'
import { SocialClient } from './social-client.js'

/** Invalid option values, as JavaScript callers may pass them. */
const WRONG: readonly unknown[] = [
  null,
  0,
  -1,
  Number.NaN,
  1.5,
  'x',
  true,
  [],
  [null],
  Array(2),
  {},
  [{}],
  Object.create(null),
  Symbol('s'),
  10n,
  () => 1,
  new Date(Number.NaN),
  Buffer.from('x'),
]

const { client } = await aCapableClient()
const account = client.account('sample:1')
const followed = { markers: new InMemoryMarkers(), dispatcher: new Dispatcher() }
const app = { platform: 'sample', clientId: 'a', clientSecret: 'b' }
const redirectUri = 'https://app.example/social/callback/{platform}'

/** Functions that call each entry point with an unknown option. The error lists the known option names. */
const ENTRY_POINTS: Readonly<Record<string, (options: object) => unknown>> = {
  SocialClient: (more) => new SocialClient({ storage: new InMemoryStorage(), platforms: {}, ...more }),
  Dispatcher: (more) => new Dispatcher(more),
  Poller: (more) => new Poller({ account, ...followed, ...more }),
  PollerPool: (more) => new PollerPool({ account: () => account, ...followed, ...more }),
  InMemoryStorage: (more) => new InMemoryStorage(more),
  AppCredentials: (more) => new AppCredentials({ ...app, ...more }),
  Routes: (more) => new Routes(client, { redirectUri, ...more }),
  SignedMediaHost: (more) =>
    new SignedMediaHost({ key: 'k'.repeat(64), baseUrl: 'https://app.example/social', ...more }),
  'client.renewDue': (more) => client.renewDue([], more),
}

async function refusalOf(entryPoint: (options: object) => unknown, options: object): Promise<unknown> {
  try {
    await entryPoint(options)
    return null
  } catch (error) {
    return error
  }
}

/** Returns the option names that an entry point accepts, read from its error message. */
async function namesOf(entryPoint: (options: object) => unknown): Promise<readonly string[]> {
  const refusal = await refusalOf(entryPoint, { xyzzyx: 1 })
  const [, names = ''] = /It takes: ([^.]*)\./.exec(String(refusal)) ?? []
  return names.split(', ').filter(Boolean)
}

describe.each(Object.entries(ENTRY_POINTS))('the error of %s', (_name, entryPoint) => {
  it('names the option and its invalid value', async () => {
    const names = await namesOf(entryPoint)
    expect(names.length).toBeGreaterThan(0)
    const bare: string[] = []
    for (const name of names)
      for (const value of WRONG) {
        const refusal = await refusalOf(entryPoint, { [name]: value })
        if (refusal !== null && !SocialBaseError.is(refusal))
          bare.push(`${name}: ${inspect(value)}: ${inspect(refusal)}`)
      }
    expect(bare).toEqual([])
  })
})

import { expect, it } from 'vitest'

import { ENTRY_POINTS } from './entry-points-with-options.js'

type Options = Readonly<Record<string, unknown>>

/**
 * Required options of each entry point. A call with `undefined` for such an option must throw a
 * clear error.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'new SocialClient': ['storage', 'platforms'],
  'new Connection': ['platform', 'accountId', 'accountName', 'token'],
  'new Token': ['accessToken'],
  'new AppCredentials': ['platform', 'clientId', 'clientSecret'],
  discoverPlatforms: ['from'],
  'new Poller': ['account', 'markers', 'dispatcher'],
  'new PollerPool': ['account', 'markers', 'dispatcher'],
  'new Follower': ['account', 'markers', 'dispatcher'],
  'new ShardedPoller': ['account', 'markers', 'dispatcher', 'name', 'journal', 'connections'],
  'Media.fromBytes': ['filename'],
  'client.startLogin': ['redirectUri'],
  'client.finishLogin': ['redirectUri', 'callback'],
  'client.choose': ['redirectUri', 'accountId', 'resumeToken'],
  'client.createApp': ['name', 'redirectUri'],
  'client.checkSignature': ['secret'],
  'client.answerSetupCheck': ['verifyToken'],
  'new Routes': ['redirectUri'],
  'new SignedMediaHost': ['baseUrl', 'key'],
  'socialRoutes of Express': ['redirectUri'],
  'socialRoutes of Fastify': ['redirectUri'],
  'SocialModule.forRoot': ['client', 'routes'],
  // The key options are required, because a missing environment variable must not silently disable
  // encryption.
  'new SocialJobs': ['client', 'queue', 'key', 'keys'],
  'new SocialJobs: sweep': ['connectionIds'],
  sqliteStores: ['key', 'keys'],
  googleKeys: ['audience', 'serviceAccount'],
  'new HttpEngine': ['clock', 'random'],
}

/** Returns the error message of a call, or the text for a call without an error. */
async function outcomeOf(entryPoint: (more: Options) => unknown, more: Options): Promise<string> {
  try {
    await entryPoint(more)
    return 'no refusal'
  } catch (error) {
    return String(error)
  }
}

/**
 * Returns the option names of an entry point. The names come from the error message for an unknown
 * option.
 */
async function namesOf(entryPoint: (more: Options) => unknown): Promise<readonly string[]> {
  const [, names = ''] = /(?:It takes|takes): ([^.]*)\./.exec(await outcomeOf(entryPoint, { xyzzy: 1 })) ?? []
  return names.split(', ')
}

it.each(Object.entries(ENTRY_POINTS))(
  '%s accepts undefined for every optional argument',
  async (what, entryPoint) => {
    const names = await namesOf(entryPoint)
    expect(names.length).toBeGreaterThan(0)
    const defaultValue = await outcomeOf(entryPoint, {})
    const refused: string[] = []
    for (const name of names) {
      if ((await outcomeOf(entryPoint, { [name]: undefined })) !== defaultValue) refused.push(name)
    }
    expect(new Set(refused)).toEqual(new Set(REQUIRED[what]))
  },
)

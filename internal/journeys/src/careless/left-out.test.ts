import { expect, it } from 'vitest'

import { DOORS } from './entry-points-with-options.js'

type Options = Readonly<Record<string, unknown>>

/** What a door cannot do without: for these `undefined` is refused, in words. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
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
  // A key that an environment lacks must not leave what is kept unsealed in silence.
  'new SocialJobs': ['client', 'queue', 'key', 'keys'],
  'new SocialJobs: sweep': ['connectionIds'],
  sqliteStores: ['key', 'keys'],
  googleKeys: ['audience', 'serviceAccount'],
  'new HttpEngine': ['clock', 'random'],
}

/** What came of a call: nothing, or the words it was refused with. */
async function outcomeOf(entryPoint: (more: Options) => unknown, more: Options): Promise<string> {
  try {
    await entryPoint(more)
    return 'no refusal'
  } catch (error) {
    return String(error)
  }
}

/** The names that a door takes, as its refusal of another one tells them. */
async function namesOf(entryPoint: (more: Options) => unknown): Promise<readonly string[]> {
  const [, names = ''] = /(?:It takes|takes): ([^.]*)\./.exec(await outcomeOf(entryPoint, { xyzzy: 1 })) ?? []
  return names.split(', ')
}

it.each(Object.entries(DOORS))('%s takes undefined for what may be left out', async (what, entryPoint) => {
  const names = await namesOf(entryPoint)
  expect(names.length).toBeGreaterThan(0)
  const usual = await outcomeOf(entryPoint, {})
  const refused: string[] = []
  for (const name of names) {
    if ((await outcomeOf(entryPoint, { [name]: undefined })) !== usual) refused.push(name)
  }
  expect(new Set(refused)).toEqual(new Set(NEEDED[what]))
})

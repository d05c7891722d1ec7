import * as v from 'valibot'

import { searchedOption } from '../../checks/index.js'
import { ABILITY_METHODS, definePlatform, type Platform } from '../../contract/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { SocialClient } from '../social-client.js'
import { aConnection, FakeTransport, sample } from './sample.js'

/** Resolves immediately with undefined: the tests check arguments, not results. */
const anything = (): Promise<never> => Promise.resolve(undefined as never) // safe cast: the tests never use the result

/** Makes a platform that has every ability and does nothing. */
export function capable(more: object = {}): Platform {
  const asynchronous = Object.entries(ABILITY_METHODS).filter(([, { sync }]) => !sync)
  const methods = Object.fromEntries(asynchronous.map(([method]) => [method, anything]))
  const flags = Object.values(ABILITY_METHODS).flatMap(({ flag }) => (flag === null ? [] : [flag]))
  const { features, ...rest } = sample()
  const postOptions = v.strictObject({
    ...rest.postOptions.entries,
    board: v.optional(v.pipe(v.string(), searchedOption())) })
  const definition = { ...methods, ...rest, postOptions, features: [...features, ...flags], readUpdates: () => [], ...more }
  return definePlatform(definition as unknown as Parameters<typeof definePlatform>[0]) // safe cast: the definition has every member of the ability table, which TypeScript cannot see
}

/** Makes a client of the platform that `capable` returns, with one stored connection. `more` replaces methods. */
export async function aCapableClient(more: object = {}) {
  const transport = new FakeTransport(() => ({ body: { id: '7' } }))
  const storage = new InMemoryStorage()
  await storage.saveConnection(aConnection())
  const platforms: Record<string, Platform> = { sample: capable(more) }
  return { client: new SocialClient({ storage, platforms, transport }), storage, transport }
}

import { expect, it } from 'vitest'

import { SocialBaseError } from './errors/index.js'
import * as core from './index.js'
import * as platform from './platform.js'
import * as routes from './routes/index.js'
import * as store from './store.js'

/** Refusals that speak of what was given, because a reader knows it by that name. */
const SPEAKS_OF: ReadonlyMap<string, string> = new Map([
  ['platformOf', 'The id of a connection'],
  ['appFromRecord', 'The stored app'],
  ['connectionFromRecord', 'The stored connection'],
  ['fromRecord', 'The stored record'],
  ['messageFromRecord', 'The stored message'],
  ['postResultFromRecord', 'The stored post result'],
  ['receiptFromRecord', 'The stored receipt'],
  ['updateFromRecord', 'The stored update'],
  ['countGraphemes', 'The value to count must be text'],
  ['measureText', 'The value to count must be text'],
  ['poll', 'new Poller requires'],
  ['readEdit', 'An edit must be'],
  // These are told the name by their caller, in the second argument.
  ['journalText', 'its caller'],
  ['toMoment', 'its caller'],
  ['toOptionalMoment', 'its caller'],
  ['toPlainJson', 'its caller'],
  ['assertAppCredentials', 'its caller'],
  ['assertConnection', 'its caller'],
  ['assertObject', 'its caller'],
  ['assertOptionsObject', 'its caller'],
  ['assertString', 'its caller'],
  ['assertText', 'its caller'],
  ['assertWholeText', 'its caller'],
  ['receiptText', 'journal.save: receipt'],
  ['assertAppKey', 'platform must be the name of a network'],
])

type Door = (...args: unknown[]) => unknown

const isClass = (door: Door): boolean => /^class\b/.test(Function.prototype.toString.call(door))

/** What it says to arguments that fit nothing; null when it takes them. */
async function refusalOf(door: Door): Promise<string | null> {
  const args = [Symbol('wrong'), 'its caller']
  try {
    await (isClass(door) ? Reflect.construct(door, args) : door(...args))
  } catch (error) {
    if (SocialBaseError.is(error)) return error.message
  }
  return null
}

it('names the function or the class that was given something wrong', async () => {
  const nameless: string[] = []
  let refusals = 0
  for (const [name, door] of Object.entries<unknown>({ ...core, ...platform, ...store, ...routes })) {
    if (typeof door !== 'function') continue
    const words = await refusalOf(door as Door) // a function, as just seen
    if (words === null) continue
    refusals += 1
    if (!words.includes(SPEAKS_OF.get(name) ?? name)) nameless.push(`${name}: ${words}`)
  }
  expect(nameless).toEqual([])
  expect(refusals).toBeGreaterThan(100)
})

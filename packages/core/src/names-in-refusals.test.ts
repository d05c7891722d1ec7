import { expect, it } from 'vitest'

import { SocialBaseError } from './errors/index.js'
import * as core from './index.js'
import * as platform from './platform.js'
import * as routes from './routes/index.js'
import * as store from './store.js'

/**
 * For these functions, the error names something other than the function, because readers know the argument by that
 * name.
 */
const SPEAKS_OF: ReadonlyMap<string, string> = new Map([
  ['platformOf', 'The id of a connection'],
  ['whatNext', 'userMessageOf'],
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
  // The caller of these functions passes the name for their messages as the second argument.
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

type EntryPoint = (...args: unknown[]) => unknown

const isClass = (entryPoint: EntryPoint): boolean =>
  /^class\b/.test(Function.prototype.toString.call(entryPoint))

/** Returns the error message for invalid arguments. Returns null if the function accepts them. */
async function refusalOf(entryPoint: EntryPoint): Promise<string | null> {
  const args = [Symbol('wrong'), 'its caller']
  try {
    await (isClass(entryPoint) ? Reflect.construct(entryPoint, args) : entryPoint(...args))
  } catch (error) {
    if (SocialBaseError.is(error)) return error.message
  }
  return null
}

it('names the function or class with the invalid argument', async () => {
  const nameless: string[] = []
  let refusals = 0
  for (const [name, entryPoint] of Object.entries<unknown>({ ...core, ...platform, ...store, ...routes })) {
    if (typeof entryPoint !== 'function') continue
    const message = await refusalOf(entryPoint as EntryPoint) // safe cast: the condition above checked that it is a function
    if (message === null) continue
    refusals += 1
    if (!message.includes(SPEAKS_OF.get(name) ?? name)) nameless.push(`${name}: ${message}`)
  }
  expect(nameless).toEqual([])
  expect(refusals).toBeGreaterThan(100)
})

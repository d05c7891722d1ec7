import { createHash } from 'node:crypto'

import type { Access, Person } from './records.js'
import type { TiktokBusinessPersonSetup } from './settings.js'
import type { BusinessState } from './state.js'

/**
 * Returns the id of a commenter, which never changes. The `+` in the id shows whether a client
 * encodes the id correctly.
 */
export const identifierOf = (username: string): string =>
  `+${createHash('sha256').update(username).digest('base64').slice(0, 19)}`

/** Adds an account. The open id starts with a dash, as some open ids of TikTok do. */
export function addPerson(state: BusinessState, setup: TiktokBusinessPersonSetup): Person {
  const { username, displayName = username, isBusiness = true } = setup
  const openId = `-000${state.seed.token(`business open_id ${username}`, 28)}`
  const person: Person = {
    openId,
    username,
    displayName,
    isBusiness,
    uniqueIdentifier: identifierOf(username),
  }
  state.people.set(openId, person)
  return person
}

/** Finds an account by user name or open id. Returns null if no account matches. */
export function findPerson(state: BusinessState, name: string): Person | null {
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username === name.replace(/^@/, '')) ??
    null
  )
}

/** Returns the account to which these tokens belong. */
export function personOf(state: BusinessState, { openId }: Access): Person {
  const person = state.people.get(openId)
  if (person === undefined) throw new Error(`There is no account with the open id ${openId}.`)
  return person
}

/**
 * Returns the URL of a profile picture. Like TikTok's URLs, it is signed and expires. The emulator
 * serves no picture there.
 */
export function pictureUrl(username: string): string {
  const name = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return `https://p16-sign-va.tiktokcdn.com/${name}.jpeg?x-expires=1795100000&x-signature=abc%3D`
}

import { createHash } from 'node:crypto'

import type { Access, Person } from './records.js'
import type { TiktokBusinessPersonSetup } from './settings.js'
import type { BusinessState } from './state.js'

/** Stable id of a commenter. The `+` tests that clients encode it correctly. */
export const identifierOf = (username: string): string =>
  `+${createHash('sha256').update(username).digest('base64').slice(0, 19)}`

/** Adds an account. The open id starts with a dash, as real ones do. */
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

/** Finds an account by user name or open id. Null if there is none. */
export function findPerson(state: BusinessState, name: string): Person | null {
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username === name.replace(/^@/, '')) ??
    null
  )
}

/** Account of a pair of tokens. */
export function personOf(state: BusinessState, { openId }: Access): Person {
  const person = state.people.get(openId)
  if (person === undefined) throw new Error(`There is no account with the open id ${openId}.`)
  return person
}

/** URL of a picture: signed and temporary. No server serves it. */
export function pictureUrl(username: string): string {
  const name = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return `https://p16-sign-va.tiktokcdn.com/${name}.jpeg?x-expires=1795100000&x-signature=abc%3D`
}

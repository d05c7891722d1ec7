import { createHash } from 'node:crypto'

import type { Access, Person } from './records.js'
import type { TiktokBusinessPersonSetup } from './settings.js'
import type { BusinessState } from './state.js'

/** Stable id of a commenter. The `+` has to survive every encoding on the way. */
export const identifierOf = (username: string): string =>
  `+${createHash('sha256').update(username).digest('base64').slice(0, 19)}`

/** Adds an account. The open id begins with a dash, as real ones do. */
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

/** Finds an account by user name or open id; null when there is none. */
export function findPerson(state: BusinessState, name: string): Person | null {
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username === name.replace(/^@/, '')) ??
    null
  )
}

/** The account behind a pair of tokens. */
export function personOf(state: BusinessState, { openId }: Access): Person {
  const person = state.people.get(openId)
  if (person === undefined) throw new Error(`Nobody has the open id ${openId}.`)
  return person
}

/** Address of a picture: signed, good for some time, and served by nobody. */
export function pictureUrl(username: string): string {
  const name = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return `https://p16-sign-va.tiktokcdn.com/${name}.jpeg?x-expires=1795100000&x-signature=abc%3D`
}

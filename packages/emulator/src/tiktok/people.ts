import { createHash } from 'node:crypto'

import type { Access, Person, PrivacyLevel } from './records.js'
import type { TiktokPersonSetup } from './settings.js'
import type { TiktokState } from './state.js'

/** Adds a person. The open id starts with a dash, as real ones do. */
export function addPerson(state: TiktokState, setup: TiktokPersonSetup): Person {
  const { username, displayName = username, isPrivate = false } = setup
  const openId = `-000${state.seed.token(`open_id ${username}`, 28)}`
  const person: Person = { openId, username, displayName, isPrivate, isBanned: false }
  state.people.set(openId, person)
  return person
}

/** Finds a person by user name or open id. Null if there is none. */
export function findPerson(state: TiktokState, name: string): Person | null {
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username === name.replace(/^@/, '')) ??
    null
  )
}

/** Person of a pair of tokens. */
export function personOf(state: TiktokState, { openId }: Access): Person {
  const person = state.people.get(openId)
  if (person === undefined) throw new Error(`There is no person with the open id ${openId}.`)
  return person
}

/** URL of the person's avatar: signed, as TikTok's are. No server serves it. */
export function avatarUrl({ username }: Person): string {
  const name = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return `https://p16-sign-va.tiktokcdn.com/${name}~c5_168x168.jpeg?x-expires=1795100000&x-signature=abc%3D`
}

/** Privacy levels that the person can choose. */
export function privacyLevelsOf({ isPrivate }: Person): readonly PrivacyLevel[] {
  return isPrivate
    ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
    : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}

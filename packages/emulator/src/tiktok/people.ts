import { createHash } from 'node:crypto'

import type { Access, Person, PrivacyLevel } from './records.js'
import type { TiktokPersonSetup } from './settings.js'
import type { TiktokState } from './state.js'

/** Adds a person. The open id starts with a dash, as some open ids of TikTok do. */
export function addPerson(state: TiktokState, setup: TiktokPersonSetup): Person {
  const { username, displayName = username, isPrivate = false } = setup
  const openId = `-000${state.seed.token(`open_id ${username}`, 28)}`
  const person: Person = { openId, username, displayName, isPrivate, isBanned: false }
  state.people.set(openId, person)
  return person
}

/** Finds a person by user name or open id. Returns null if no person matches. */
export function findPerson(state: TiktokState, name: string): Person | null {
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username === name.replace(/^@/, '')) ??
    null
  )
}

/** Returns the person to whom these tokens belong. */
export function personOf(state: TiktokState, { openId }: Access): Person {
  const person = state.people.get(openId)
  if (person === undefined) throw new Error(`There is no person with the open id ${openId}.`)
  return person
}

/**
 * Returns the URL of the person's avatar. Like TikTok's URLs, it is signed. The emulator serves no
 * picture there.
 */
export function avatarUrl({ username }: Person): string {
  const name = createHash('sha256').update(username).digest('hex').slice(0, 16)
  return `https://p16-sign-va.tiktokcdn.com/${name}~c5_168x168.jpeg?x-expires=1795100000&x-signature=abc%3D`
}

/** Returns the privacy levels that the person can choose for a post. */
export function privacyLevelsOf({ isPrivate }: Person): readonly PrivacyLevel[] {
  return isPrivate
    ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
    : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}

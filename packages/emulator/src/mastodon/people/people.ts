import { escapeHtml } from '../../framework/pages/html.js'
import type { Person } from '../records.js'
import type { PersonSetup } from '../settings.js'
import type { MastodonState } from '../state.js'

/** Adds a person of this server or of another server. */
export function addPerson(state: MastodonState, setup: PersonSetup): Person {
  const now = state.clock.now()
  const person: Person = {
    id: state.ids.next('account', now),
    username: setup.username,
    host: setup.host === undefined || setup.host === state.host ? null : setup.host,
    displayName: setup.displayName ?? setup.username,
    // Mastodon returns the date only.
    createdAt: new Date(Date.UTC(now.getUTCFullYear() - 3, now.getUTCMonth(), 1)),
    hasAvatar: true,
    login: 'OK',
    silenced: false,
    defaultVisibility: 'public',
    defaultSensitive: false,
    defaultLanguage: 'en',
  }
  state.people.set(person.id, person)
  return person
}

/**
 * Returns the account name in responses of this server. People of this server have no host in the
 * name.
 */
export const acctOf = ({ username, host }: Person): string =>
  host === null ? username : `${username}@${host}`

/** Returns the URL of the person's profile page. */
export const profileUrl = (state: MastodonState, { username, host }: Person): string =>
  `${host === null ? state.origin : `https://${host}`}/@${username}`

/** Returns the ActivityPub URI of the person. */
export const actorUri = (state: MastodonState, { username, host }: Person): string =>
  `${host === null ? state.origin : `https://${host}`}/users/${username}`

/** Finds a person by id, by name, or by name and server. Returns null for an unknown person. */
export function findPerson(state: MastodonState, name: string): Person | null {
  const byId = state.people.get(name)
  if (byId !== undefined) return byId
  const [username = '', host = null] = name.replace(/^@/, '').split(/@(.*)/s, 2)
  const wanted = host === state.host ? null : host
  for (const person of state.people.values())
    if (person.username.toLowerCase() === username.toLowerCase() && person.host === wanted) return person
  return null
}

/** Returns the people with accounts on this server. */
export const localPeople = (state: MastodonState): Person[] =>
  [...state.people.values()].filter(({ host }) => host === null)

/**
 * Makes the first person follow or unfollow the second person. @returns True if the relation
 * changed.
 */
export function setFollow(state: MastodonState, who: string, whom: string, isOn: boolean): boolean {
  const followers = state.followers.get(whom) ?? new Set()
  const following = state.following.get(who) ?? new Set()
  if (followers.has(who) === isOn) return false
  if (isOn) {
    followers.add(who)
    following.add(whom)
  } else {
    followers.delete(who)
    following.delete(whom)
  }
  state.followers.set(whom, followers)
  state.following.set(who, following)
  return true
}

/** Returns true if the first person follows the second person. */
export const follows = (state: MastodonState, who: string, whom: string): boolean =>
  state.followers.get(whom)?.has(who) ?? false

/** Returns true if the first person blocks the second person. */
export const blocks = (state: MastodonState, who: string, whom: string): boolean =>
  state.blocks.has(`${who} ${whom}`)

/** Returns the URL of the person's avatar. */
export function avatarUrl(state: MastodonState, person: Person): string {
  if (!person.hasAvatar) return `${state.origin}/avatars/original/missing.png`
  return `${state.origin}/system/accounts/avatars/${person.id}/original/avatar.svg`
}

/** Draws an avatar from the person's name. */
export function drawAvatar(person: Person): Response {
  const hue = (Number(BigInt(person.id) % 360n) * 67) % 360
  const letter = escapeHtml(person.displayName.slice(0, 1).toUpperCase())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 55% 38%)"/><text x="48" y="66" font-family="sans-serif" font-size="52" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

import { escapeHtml } from '../../framework/pages/html.js'
import { type BlueskyPersonSetup, WITH_MESSAGES, WITHOUT_MESSAGES } from '../settings.js'
import type { BlueskyState, Person } from '../state.js'
import { makeDid } from '../wire/ids.js'

/** Adds a person to the network. */
export function addPerson(state: BlueskyState, setup: BlueskyPersonSetup): Person {
  const person: Person = {
    did: makeDid(`person ${setup.handle}`),
    handle: setup.handle.toLowerCase(),
    displayName: setup.displayName ?? '',
    hasAvatar: true,
    status: 'ACTIVE',
    appPasswords: [
      ...(setup.appPasswords ?? [
        { password: WITH_MESSAGES, privileged: true },
        { password: WITHOUT_MESSAGES, privileged: false },
      ]),
    ],
    seenAt: null,
  }
  state.people.set(person.did, person)
  return person
}

/** Finds a person by DID, by handle, or by the first part of a handle. Returns null for an unknown name. */
export function findPerson(state: BlueskyState, name: string): Person | null {
  const wanted = name.replace(/^@/, '').toLowerCase()
  for (const person of state.people.values())
    if (person.did === name || person.handle === wanted) return person
  return [...state.people.values()].find(({ handle }) => handle.split('.')[0] === wanted) ?? null
}

/** Returns the DID document of a person. https://atproto.com/specs/did (read 2026-11-21) */
export function didDocument(state: BlueskyState, { did, handle }: Person): Readonly<Record<string, unknown>> {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [
      {
        id: `${did}#atproto`,
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: 'zQ3shjUEv6iCdErZfNJ3c7NCvVLFrcxtu2rknf5bEewpr4dEv',
      },
    ],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: state.origin }],
  }
}

/** Returns true if one of the two people blocks the other person. */
export const isBlocked = (state: BlueskyState, one: string, other: string): boolean =>
  state.blocks.has(`${one} ${other}`) || state.blocks.has(`${other} ${one}`)

/** Describes a person for a viewer in the format `app.bsky.actor.defs#profileViewBasic`. */
export function profileJson(state: BlueskyState, person: Person, viewer: string | null) {
  return {
    did: person.did,
    handle: person.handle,
    ...(person.displayName !== '' && { displayName: person.displayName }),
    ...(person.hasAvatar && { avatar: `${state.origin}/img/avatar/${person.did}` }),
    ...(viewer !== null && {
      viewer: { muted: false, blockedBy: state.blocks.has(`${person.did} ${viewer}`) },
    }),
    labels: [],
    createdAt: '2023-04-24T00:00:00.000Z',
  }
}

/** Draws an avatar from the person's name. */
export function drawAvatar(person: Person): Response {
  const hue = (Buffer.from(person.did).reduce((sum, byte) => sum + byte, 0) * 37) % 360
  const letter = escapeHtml((person.displayName || person.handle).slice(0, 1).toUpperCase())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 60% 42%)"/><text x="48" y="66" font-family="sans-serif" font-size="52" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

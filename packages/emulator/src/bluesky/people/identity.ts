import type { Visit } from '../../framework/router.js'
import type { BlueskyState } from '../state.js'
import { assertParam } from '../wire/input.js'
import { XrpcRefusal } from '../wire/refusals.js'
import { didDocument, drawAvatar, findPerson } from './people.js'

/** Handles GET com.atproto.identity.resolveHandle. */
export function resolveHandle(state: BlueskyState, { url }: Visit): Response {
  const handle = assertParam(url, 'handle', 'handle')
  const person = findPerson(state, handle)
  if (!person || person.handle !== handle.toLowerCase())
    throw new XrpcRefusal(400, 'HandleNotFound', 'Unable to resolve handle')
  return Response.json({ did: person.did })
}

/** Handles GET /<did>. Returns a DID document in the format of the PLC directory. */
export function readDocument(state: BlueskyState, { params }: Visit): Response {
  const did = params['did'] ?? ''
  const person = state.people.get(did)
  if (!did.startsWith('did:') || !person)
    return Response.json({ message: `DID not registered: ${did}` }, { status: 404 })
  return Response.json(didDocument(state, person), { headers: { 'content-type': 'application/did+ld+json' } })
}

/** Returns the avatar image of a person. */
export function readAvatar(state: BlueskyState, { params }: Visit): Response {
  const person = state.people.get(params['did'] ?? '')
  return person?.hasAvatar ? drawAvatar(person) : new Response('Not found', { status: 404 })
}

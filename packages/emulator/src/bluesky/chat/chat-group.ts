import type { Visit } from '../../framework/router.js'
import { list, object, text } from '../lexicon/lexicon.js'
import { isBlocked } from '../people/people.js'
import { requireChat } from '../sign-in/access.js'
import type { BlueskyState, Convo } from '../state.js'
import { readJson, textOf } from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'
import { convoJson, MAX_GROUP_MEMBERS } from './chat.js'

const wanted = object({
  members: list(text({ format: 'DID' }), 10_000),
  name: text({ maxGraphemes: 50, maxBytes: 500 }),
})

/**
 * Handles POST chat.bsky.group.createGroup. Every call creates a new group, even for the same
 * people.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/chat/bsky/group/createGroup.json
 * (read 2026-11-22)
 */
export async function createGroup(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did } = requireChat(state, request).person
  const input = await readJson(request, wanted)
  const given: readonly unknown[] = Array.isArray(input['members']) ? input['members'] : []
  const members = [...new Set([did, ...given.map(String)])]
  if (members.length > MAX_GROUP_MEMBERS) throw invalidRequest('Error: too many members')
  if (members.some((member) => !state.people.has(member)))
    throw new XrpcRefusal(400, 'RecipientNotFound', 'Recipient not found')
  if (members.some((member) => isBlocked(state, member, did)))
    throw new XrpcRefusal(400, 'BlockedActor', 'Block between recipient and sender')
  const now = state.clock.now()
  const id = state.tids.next(now)
  const group = { name: textOf(input, 'name'), owner: did, createdAt: now }
  const convo: Convo = { id, members, group, messages: [], rev: id, readUpTo: new Map() }
  state.convos.set(id, convo)
  state.effects.add({ account: did, kind: 'GROUP', id, content: { name: group.name, members } })
  return Response.json({ convo: convoJson(state, convo, did) })
}

import type { Visit } from '../../framework/router.js'
import { formatFits } from '../lexicon/lexicon-formats.js'
import { isBlocked, profileJson } from '../people/people.js'
import { type Caller, requireChat } from '../sign-in/access.js'
import type { BlueskyState, ChatMessage, Convo } from '../state.js'
import {
  badCursor,
  type Input,
  isInput,
  assertParam,
  numberParam,
  param,
  readJson,
  textOf,
  texts,
} from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'

/**
 * Reads the index of the first item of a page from the cursor. An invalid cursor causes the same
 * error as on the AppView.
 */
function startOf(url: URL): number {
  const start = Number(param(url, 'cursor') ?? 0)
  if (!Number.isInteger(start) || start < 0) throw badCursor()
  return start
}

/**
 * Maximum number of people in a group, including the owner. Source: lexicon of
 * `chat.bsky.group.createGroup` (read 2026-11-22)
 */
export const MAX_GROUP_MEMBERS = 100

const PAGE = { defaultValue: 50, min: 1, max: 100 }

function messageJson({ id, rev, did, text, facets, sentAt, deleted }: ChatMessage) {
  const known = { id, rev, sentAt: sentAt.toISOString() }
  if (did === null)
    return {
      $type: 'chat.bsky.convo.defs#systemMessageView',
      ...known,
      data: { $type: 'chat.bsky.convo.defs#systemMessageDataCreateGroup' },
    }
  if (deleted) return { $type: 'chat.bsky.convo.defs#deletedMessageView', ...known, sender: { did } }
  return {
    $type: 'chat.bsky.convo.defs#messageView',
    ...known,
    text,
    ...(facets.length > 0 && { facets }),
    sender: { did },
  }
}

function unreadOf(convo: Convo, did: string): number {
  const seen = convo.messages.findIndex(({ id }) => id === convo.readUpTo.get(did))
  return convo.messages.slice(seen + 1).filter((message) => message.did !== did).length
}

function kindJson({ group, members }: Convo) {
  if (group === null) return { $type: 'chat.bsky.convo.defs#directConvo' }
  return {
    $type: 'chat.bsky.convo.defs#groupConvo',
    name: group.name,
    createdAt: group.createdAt.toISOString(),
    memberCount: members.length,
    memberLimit: MAX_GROUP_MEMBERS,
    lockStatus: 'unlocked',
    lockStatusModerationOverride: false,
  }
}

/** Describes a conversation as one of its members sees it. */
export function convoJson(state: BlueskyState, convo: Convo, reader: string) {
  const last = convo.messages.at(-1)
  return {
    id: convo.id,
    rev: convo.rev,
    members: convo.members.flatMap((did) => {
      const person = state.people.get(did)
      return person ? [profileJson(state, person, reader)] : []
    }),
    ...(last && { lastMessage: messageJson(last) }),
    muted: false,
    status: convo.group === null || convo.group.owner === reader ? 'accepted' : 'request',
    kind: kindJson(convo),
    unreadCount: unreadOf(convo, reader),
  }
}

function assertConvo(state: BlueskyState, id: string, { person }: Caller): Convo {
  const convo = state.convos.get(id)
  if (!convo?.members.includes(person.did)) throw new XrpcRefusal(400, 'InvalidConvo', 'Convo not found')
  return convo
}

/**
 * Finds the two-person conversation of exactly these people. Creates the conversation if it does
 * not exist.
 */
export function convoOf(state: BlueskyState, members: readonly string[]): Convo {
  const wanted = [...new Set(members)].toSorted()
  for (const convo of state.convos.values())
    if (convo.group === null && convo.members.toSorted().join() === wanted.join()) return convo
  const id = state.tids.next(state.clock.now())
  const convo: Convo = { id, members: wanted, group: null, messages: [], rev: id, readUpTo: new Map() }
  state.convos.set(id, convo)
  return convo
}

/** Adds a message to a conversation. `did` is null for a system message. */
export function addMessage(
  state: BlueskyState,
  convo: Convo,
  parts: { readonly did: string | null; readonly text: string; readonly facets?: readonly unknown[] },
): ChatMessage {
  const now = state.clock.now()
  const message: ChatMessage = {
    id: state.tids.next(now),
    rev: state.tids.next(now),
    did: parts.did,
    text: parts.text,
    facets: parts.facets ?? [],
    sentAt: now,
    deleted: false,
  }
  convo.messages.push(message)
  convo.rev = message.rev
  return message
}

/**
 * Handles GET chat.bsky.convo.listConvos. Lists the conversation with the most recent message
 * first.
 */
export function listConvos(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireChat(state, request)
  const limit = numberParam(url, 'limit', PAGE)
  const start = startOf(url)
  const kind = param(url, 'kind')
  const own = [...state.convos.values()]
    .filter(
      ({ members, messages, group }) =>
        members.includes(person.did) &&
        (group === null ? messages.length > 0 && kind !== 'group' : kind !== 'direct'),
    )
    .toSorted((left, right) => (left.rev < right.rev ? 1 : -1))
  const convos = own.slice(start, start + limit).map((convo) => convoJson(state, convo, person.did))
  return Response.json({ ...(start + limit < own.length && { cursor: String(start + limit) }), convos })
}

/** Handles GET chat.bsky.convo.getMessages, which lists messages, newest first. */
export function getMessages(state: BlueskyState, { request, url }: Visit): Response {
  const caller = requireChat(state, request)
  const convo = assertConvo(state, assertParam(url, 'convoId'), caller)
  const limit = numberParam(url, 'limit', PAGE)
  const start = startOf(url)
  const all = convo.messages.toReversed()
  const page = all.slice(start, start + limit)
  const senders = new Set(page.map(({ did }) => did))
  return Response.json({
    ...(start + limit < all.length && { cursor: String(start + limit) }),
    messages: page.map((message) => messageJson(message)),
    // The list contains only senders of messages on this page, without the reader.
    relatedProfiles: convo.members.flatMap((did) => {
      const person = did !== caller.person.did && senders.has(did) ? state.people.get(did) : undefined
      return person ? [profileJson(state, person, caller.person.did)] : []
    }),
  })
}

function readMessage(input: Input): { readonly text: string; readonly facets: readonly unknown[] } {
  const { message } = input
  if (!isInput(message) || typeof message['text'] !== 'string')
    throw invalidRequest('Input/message must have the property "text"')
  const { text, facets } = message
  if (Buffer.byteLength(text) > 10_000)
    throw invalidRequest('Input/message/text must not be longer than 10000 characters')
  if ([...new Intl.Segmenter().segment(text)].length > 1000)
    throw invalidRequest('Input/message/text must not be longer than 1000 graphemes')
  return { text, facets: Array.isArray(facets) ? facets : [] }
}

/** Handles POST chat.bsky.convo.sendMessage. */
export async function sendMessage(state: BlueskyState, { request }: Visit): Promise<Response> {
  const caller = requireChat(state, request)
  const input = await readJson(request, texts({ convoId: null }))
  const convo = assertConvo(state, textOf(input, 'convoId'), caller)
  const { did } = caller.person
  if (convo.members.some((member) => member !== did && isBlocked(state, member, did)))
    throw new XrpcRefusal(
      400,
      'BlockedActor',
      'Message could not be sent: block between recipient and sender',
    )
  const content = readMessage(input)
  const { $type: _type, ...sent } = messageJson(addMessage(state, convo, { did, ...content }))
  state.effects.add({
    account: did,
    kind: 'MESSAGE',
    id: sent.id,
    content: { convoId: convo.id, ...content },
  })
  convo.readUpTo.set(did, sent.id)
  return Response.json(sent)
}

/** Handles POST chat.bsky.convo.updateRead. */
export async function updateRead(state: BlueskyState, { request }: Visit): Promise<Response> {
  const caller = requireChat(state, request)
  const input = await readJson(request, texts({ convoId: null }))
  const convo = assertConvo(state, textOf(input, 'convoId'), caller)
  const { messageId } = input
  const upTo = typeof messageId === 'string' ? messageId : convo.messages.at(-1)?.id
  if (upTo !== undefined) convo.readUpTo.set(caller.person.did, upTo)
  return Response.json({ convo: convoJson(state, convo, caller.person.did) })
}

/** Handles GET chat.bsky.convo.getConvoForMembers, which finds conversations of two people only. */
export function getConvoForMembers(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireChat(state, request)
  const [member, ...others] = url.searchParams.getAll('members').filter((did) => did !== person.did)
  if (!member || others.length > 0) throw invalidRequest('Error: members must name one other person')
  if (!state.people.has(member)) throw new XrpcRefusal(400, 'RecipientNotFound', 'Recipient not found')
  if (isBlocked(state, member, person.did))
    throw new XrpcRefusal(400, 'BlockedActor', 'Block between recipient and sender')
  return Response.json({ convo: convoJson(state, convoOf(state, [person.did, member]), person.did) })
}

/** Maximum number of log entries on one page. */
const LOG_PAGE = 100

/**
 * Handles GET chat.bsky.convo.getLog. Returns the events since the cursor, including messages that
 * the caller sent. Without a cursor, the response contains no events and the cursor of the end of
 * the log.
 */
export function getLog(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireChat(state, request)
  const cursor = param(url, 'cursor')
  if (cursor === null) return Response.json({ cursor: state.tids.next(state.clock.now()), logs: [] })
  if (!formatFits('TID string', cursor)) throw badCursor()
  const logs = [...state.convos.values()]
    .filter(({ members }) => members.includes(person.did))
    .flatMap((convo) => convo.messages.map((message) => ({ convo, message })))
    .filter(({ message }) => message.rev > cursor)
    .toSorted((left, right) => (left.message.rev < right.message.rev ? -1 : 1))
    .slice(0, LOG_PAGE)
    .map(({ convo, message }) => ({
      $type:
        message.did === null ? 'chat.bsky.convo.defs#logBeginConvo' : 'chat.bsky.convo.defs#logCreateMessage',
      rev: message.rev,
      convoId: convo.id,
      ...(message.did !== null && {
        message: messageJson(message),
        relatedProfiles: convo.members.flatMap((did) => {
          const member = state.people.get(did)
          return member ? [profileJson(state, member, person.did)] : []
        }),
      }),
    }))
  return Response.json({ cursor: logs.at(-1)?.rev ?? cursor, logs })
}

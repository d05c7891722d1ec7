import type { Visit } from '../../framework/router.js'
import { completeUploads } from '../media/upload-progress.js'
import { userJson } from '../people/user-json.js'
import type { Message, Person } from '../records.js'
import { requirePerson } from '../sign-in/access.js'
import { nextId, type XState } from '../state.js'
import { charge } from '../wire/billing.js'
import {
  checkBody,
  type Check,
  type Input,
  isId,
  isInput,
  isList,
  isObject,
  isOneOf,
  readJson,
  textOrNull,
  textsOf,
} from '../wire/input.js'
import { page, readCount, readWanted } from '../wire/params.js'
import { badMedia, forbidden, gone, invalid, notPermitted } from '../wire/problems.js'

const WRITES = ['tweet.read', 'users.read', 'dm.write']
const READS = ['tweet.read', 'users.read', 'dm.read']
/**
 * Seconds for which messages can be read: 30 days.
 * https://docs.x.com/x-api/direct-messages/introduction (read 2026-11-22)
 */
const RETENTION_SECONDS = 2_592_000

const isLongText: Check = (value) =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 10_000
const MESSAGE: Readonly<Record<string, Check>> = {
  text: isLongText,
  attachments: isList(isObject({ media_id: isId }, ['media_id']), 1, 1),
}

/** Returns the id of a conversation of two people. The id starts with the smaller person id. */
export const pairId = (one: string, other: string): string =>
  BigInt(one) < BigInt(other) ? `${one}-${other}` : `${other}-${one}`

/** Stores a message. */
export function keepMessage(
  state: XState,
  parts: Pick<Message, 'conversationId' | 'senderId' | 'participantIds' | 'text' | 'mediaId'>,
): Message {
  const message: Message = { ...parts, id: nextId(state), createdAt: state.clock.now(), deletedBy: new Set() }
  state.messages.set(message.id, message)
  return message
}

function readMessage(state: XState, person: Person, input: Input): Pick<Message, 'text' | 'mediaId'> {
  if (input['text'] === undefined && input['attachments'] === undefined)
    throw invalid('$: requires one of [text, attachments]')
  const [attachment] = Array.isArray(input['attachments']) ? input['attachments'] : []
  const mediaId = isInput(attachment) ? textOrNull(attachment['media_id']) : null
  completeUploads(state)
  const upload = mediaId === null ? null : state.uploads.get(mediaId)
  const isGood =
    upload?.personId === person.id && upload.stage === 'READY' && upload.category.startsWith('dm_')
  if (mediaId !== null && !isGood) throw badMedia()
  return { text: textOrNull(input['text']), mediaId }
}

function send(
  state: XState,
  person: Person,
  parts: {
    readonly route: string
    readonly conversationId: string
    readonly participantIds: readonly string[]
    readonly input: Input
  },
): Response {
  const { conversationId, participantIds, input, route } = parts
  for (const id of participantIds) {
    const other = state.people.get(id)
    if (other === undefined) throw gone('user', id)
    if (id !== person.id && !other.receivesMessages)
      throw forbidden('You do not have permission to DM one or more participants.')
  }
  const content = readMessage(state, person, input)
  const message = keepMessage(state, { conversationId, participantIds, senderId: person.id, ...content })
  charge(state, route, 'MESSAGE_CREATE')
  const sum = state.uploads.get(content.mediaId ?? '')?.sha256 ?? null
  state.effects.add({
    account: person.id,
    kind: 'MESSAGE',
    id: message.id,
    content: { conversationId, text: content.text, media: sum },
  })
  return Response.json(
    { data: { dm_conversation_id: conversationId, dm_event_id: message.id } },
    { status: 201 },
  )
}

/** Handles POST /2/dm_conversations/with/:user/messages. */
export async function messagePerson(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  const input = await readJson(visit.request)
  checkBody(input, MESSAGE)
  const other = visit.params['user'] ?? ''
  if (!isId(other) || other === person.id) throw notPermitted()
  const participantIds = [person.id, other]
  return send(state, person, { route, conversationId: pairId(person.id, other), participantIds, input })
}

function participantsOf(state: XState, person: Person, conversationId: string): readonly string[] {
  const pair = conversationId.split('-')
  const known = [...state.messages.values()].find((one) => one.conversationId === conversationId)
  const ids =
    pair.length === 2 && pairId(pair[0] ?? '0', pair[1] ?? '0') === conversationId
      ? pair
      : known?.participantIds
  if (ids === undefined || !ids.includes(person.id)) throw notPermitted()
  return ids
}

const isConversation = (id: string): boolean => /^([0-9]{1,19}-[0-9]{1,19}|[0-9]{15,19})$/.test(id)

/** Handles POST /2/dm_conversations/:id/messages. */
export async function messageConversation(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  const input = await readJson(visit.request)
  checkBody(input, MESSAGE)
  const conversationId = visit.params['id'] ?? ''
  if (!isConversation(conversationId))
    throw invalid('The conversation id is not valid.', { dm_conversation_id: [] })
  const participantIds = participantsOf(state, person, conversationId)
  return send(state, person, { route, conversationId, participantIds, input })
}

/** Handles POST /2/dm_conversations, which creates a group conversation. */
export async function createGroup(state: XState, visit: Visit, route: string): Promise<Response> {
  const person = requirePerson(state, visit, { route, scopes: WRITES })
  const input = await readJson(visit.request)
  const fields = {
    conversation_type: isOneOf('Group'),
    participant_ids: isList(isId, 2, 49),
    message: isObject(MESSAGE),
  }
  checkBody(input, fields, ['conversation_type', 'participant_ids', 'message'])
  const participantIds = [...new Set([person.id, ...textsOf(input['participant_ids'])])]
  const message = isInput(input['message']) ? input['message'] : {}
  return send(state, person, { route, conversationId: nextId(state), participantIds, input: message })
}

function eventJson(message: Message, fields: ReadonlySet<string>, expansions: ReadonlySet<string>): object {
  const all: Readonly<Record<string, unknown>> = {
    id: message.id,
    event_type: 'MessageCreate',
    text: message.text ?? undefined,
    dm_conversation_id: message.conversationId,
    created_at: message.createdAt.toISOString(),
    sender_id: message.senderId,
    attachments: message.mediaId === null ? undefined : { media_keys: [`3_${message.mediaId}`] },
  }
  const requested = new Set(['id', 'event_type', 'text', ...fields])
  for (const one of expansions) requested.add(one.split('.')[0] ?? one)
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => requested.has(name) && value !== undefined),
  )
}

/**
 * Handles GET /2/dm_events, also for a single conversation. Lists the messages of the last thirty
 * days, newest first.
 */
export function listMessages(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: READS })
  const { id, user } = visit.params
  const conversationId = user === undefined ? id : pairId(person.id, user)
  const { searchParams } = visit.url
  const kinds = (searchParams.get('event_types') ?? 'MessageCreate').split(',')
  if (!kinds.every((one) => isOneOf('MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave')(one)))
    throw invalid('The `event_types` query parameter value is not valid', { event_types: kinds })
  const listOf = (name: string) => new Set((searchParams.get(name) ?? '').split(',').filter(Boolean))
  const since = state.clock.now().getTime() - RETENTION_SECONDS * 1000
  const all = [...state.messages.values()].filter(
    (one) =>
      kinds.includes('MessageCreate') &&
      one.participantIds.includes(person.id) &&
      !one.deletedBy.has(person.id) &&
      one.createdAt.getTime() >= since &&
      (conversationId === undefined || one.conversationId === conversationId),
  )
  const { items, meta } = page(visit.url, all.toReversed(), readCount(visit.url, [1, 100, 100]))
  charge(
    state,
    route,
    'MESSAGE_READ',
    items.map((one) => one.id),
  )
  const expansions = listOf('expansions')
  const senders = [...new Set(items.map(({ senderId }) => senderId))].flatMap(
    (one) => state.people.get(one) ?? [],
  )
  const { user: userFields } = readWanted(
    state,
    new URL(`?user.fields=${searchParams.get('user.fields') ?? ''}`, visit.url),
  )
  return Response.json({
    ...(items.length > 0 && {
      data: items.map((one) => eventJson(one, listOf('dm_event.fields'), expansions)),
    }),
    ...(expansions.has('sender_id') &&
      senders.length > 0 && { includes: { users: senders.map((one) => userJson(state, one, userFields)) } }),
    meta,
  })
}

/** Handles DELETE /2/dm_events/:id, which deletes the message for the caller only. */
export function deleteMessage(state: XState, visit: Visit, route: string): Response {
  const person = requirePerson(state, visit, { route, scopes: ['dm.read', 'dm.write'] })
  const message = state.messages.get(visit.params['id'] ?? '')
  if (message === undefined || !message.participantIds.includes(person.id)) throw notPermitted()
  message.deletedBy.add(person.id)
  charge(state, route, 'INTERACTION_DELETE')
  return Response.json({ data: { deleted: true } })
}

import {
  type Call,
  ConfigError,
  NetworkError,
  PlatformError,
  type PublishCall,
  type Receipt,
  type Reconciled,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import { MAX_PAGE_SIZE, MAX_NAME_LENGTH, MAX_GROUP_MEMBERS } from '../limits.js'
import { toMomentOrNull } from '../map/index.js'
import { refusal } from '../messages.js'
import { groupsReply, oneConversationReply } from '../schemas.js'
import {
  CLOCK_SECONDS,
  QUERY_AGAIN_SECONDS,
  QUERY_PERIOD_SECONDS,
  SEARCH_PAUSES,
  MAX_PAGES,
} from './find-lost.js'

/** A group that is to be created. */
interface NewGroup {
  /** DIDs of the other members, without duplicates. */
  readonly members: readonly string[]
  /** Name of the group; null for a generated name. */
  readonly name: string | null
}

/**
 * A group whose creation was requested. The receipt stores these properties, because the service
 * has no idempotency keys.
 */
interface RequestedGroup {
  readonly name: string
  readonly members: readonly string[]
  readonly since: string
  /** Id of the group's conversation; null until a response contains the id. */
  readonly convoId: string | null
}

const requested = v.object({
  group: v.object({
    name: v.string(),
    members: v.array(v.string()),
    since: v.string(),
    convoId: v.nullable(v.string()),
  }),
})

/** Request headers and call for requests that read groups. */
export interface ReadContext {
  readonly headers: Readonly<Record<string, string>>
  readonly call: Call
}

/** Request headers and call for requests that create groups. */
export interface WriteContext extends ReadContext {
  readonly call: PublishCall
}

/**
 * Returns a generated name, such as `ada.bsky.social and 2 others`. The service requires a name.
 * Members can change it.
 */
function nameOf(members: readonly string[], { connection }: PublishCall): string {
  const rest = ` and ${members.length} others`
  const own = connection.accountName.replace(/^@/, '')
  const letters = Array.from(new Intl.Segmenter().segment(own), ({ segment }) => segment)
  return letters.slice(0, MAX_NAME_LENGTH - rest.length).join('') + rest
}

function keep(group: RequestedGroup, call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: { group: { ...group, members: [...group.members] } } })
}

/**
 * Returns true when the service refused the request, so that no group exists. Returns false for an
 * outage and for a lost response.
 */
function isRefusal(error: unknown): boolean {
  if (RateLimitError.is(error) || ConfigError.is(error)) return true
  if (NetworkError.is(error)) return error.delivery === 'NOT_SENT'
  if (PlatformError.is(error)) return !error.isOutage
  return SocialBaseError.is(error)
}

/**
 * Returns the oldest group with this name and these members that was created after the request and
 * has no messages; null if none exists.
 */
async function searchGroups(
  { name, members, since }: RequestedGroup,
  { headers, call }: ReadContext,
): Promise<string | null> {
  const everyone = new Set([call.connection.accountId, ...members])
  const earliest = (toMomentOrNull(since)?.getTime() ?? Infinity) - CLOCK_SECONDS * 1000
  let found: string | null = null
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { kind: 'group', limit: MAX_PAGE_SIZE, cursor: after }
    const reply: v.InferOutput<typeof groupsReply> = await call.http.get(
      '/xrpc/chat.bsky.convo.listConvos',
      groupsReply,
      { headers, query },
    )
    for (const { id, kind, members: shown, lastMessage } of reply.convos) {
      const createdAt = toMomentOrNull(kind?.createdAt ?? '')?.getTime() ?? -Infinity
      const isOurs = kind?.name === name && kind.memberCount === everyone.size && createdAt >= earliest
      const isEmpty = lastMessage?.$type !== 'chat.bsky.convo.defs#messageView'
      if (isOurs && isEmpty && shown.every(({ did }) => everyone.has(did))) found = id
    }
    after = reply.cursor ?? null
    if (after === null) break
  }
  return found
}

/**
 * Searches several times for a group whose response was lost. The result null does not prove that
 * the group does not exist.
 */
async function findGroup(group: RequestedGroup, context: ReadContext): Promise<string | null> {
  const { clock, signal } = context.call
  for (const pause of SEARCH_PAUSES) {
    if (pause > 0) await clock.sleep(pause, { signal })
    const convoId = await searchGroups(group, context)
    if (convoId !== null) return convoId
  }
  return null
}

/**
 * Reconciles the creation of a group whose response was lost. If the group exists, the message was
 * not sent, because a message is sent only after its group is known. If no group is found, the
 * result is unknown, so that no second group is created.
 *
 * @returns Null for a receipt that is not about a group.
 */
export async function findLostGroup(receipt: Receipt, context: ReadContext): Promise<Reconciled | null> {
  const read = v.safeParse(requested, receipt.data)
  if (!read.success) return null
  if ((await findGroup(read.output.group, context)) !== null) return { state: 'NOT_PUBLISHED' }
  const age = Math.abs(context.call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_PERIOD_SECONDS ? QUERY_AGAIN_SECONDS : null }
}

/**
 * Creates a group for several people, once for each key. Reuses the group of an earlier attempt.
 * If an earlier attempt may have created a group, searches for it first.
 * https://docs.bsky.app/docs/api/chat-bsky-group-create-group (read 2026-11-22)
 *
 * @returns Id of the group's conversation, which has no messages yet.
 * @throws InvalidPostError for too many people.
 */
export async function openGroup(newGroup: NewGroup, context: WriteContext): Promise<string> {
  const { members } = newGroup
  const { call } = context
  if (members.length >= MAX_GROUP_MEMBERS)
    throw refusal(
      'GROUP_TOO_LARGE',
      `A bluesky group has at most ${MAX_GROUP_MEMBERS} members, including the account. startConversation was called with ${members.length} others. Remove some.`,
      { field: 'post', limit: MAX_GROUP_MEMBERS, actual: members.length + 1 },
    )
  const earlier = v.safeParse(requested, call.receipt?.data)
  const group = earlier.success ? earlier.output.group : await requestGroup(newGroup, context)
  if (group.convoId !== null) return group.convoId
  // An earlier attempt may have created the group without saving its id, so the group is searched
  // for first.
  const convoId =
    (earlier.success ? await findGroup(group, context) : null) ?? (await createGroup(group, context))
  await keep({ ...group, convoId }, call)
  return convoId
}

/** Saves the properties of the group in a checkpoint before the group is created. */
async function requestGroup(
  { members, name }: NewGroup,
  { headers, call }: WriteContext,
): Promise<RequestedGroup> {
  // This request is sent only for its response header with the service's time. A search for the
  // group uses this time.
  const query = { kind: 'group', limit: 1 }
  await call.http.get('/xrpc/chat.bsky.convo.listConvos', groupsReply, { headers, query })
  const since = call.networkNow().toISOString()
  const group = { name: name ?? nameOf(members, call), members, since, convoId: null }
  await keep(group, call)
  return group
}

/**
 * Creates the group. If the response is lost, searches for the group. `@social/core` saves
 * `finish` before the request, and removes it after a refusal.
 */
async function createGroup(group: RequestedGroup, context: WriteContext): Promise<string> {
  const { headers, call } = context
  const members = [...group.members]
  try {
    const { convo } = await call.http.post('/xrpc/chat.bsky.group.createGroup', oneConversationReply, {
      headers,
      json: { members, name: group.name },
      retry: 'unsent',
      finish: { data: { group: { ...group, members } } },
    })
    // The group already exists, but the message is not sent yet.
    await call.notPublished(null)
    return convo.id
  } catch (error) {
    if (call.signal.aborted || isRefusal(error)) throw error
    const found = await findGroup(group, context).catch(() => null)
    if (found === null) throw error
    await call.notPublished('its group exists and has no messages.')
    return found
  }
}

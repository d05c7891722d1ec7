import {
  type Call,
  ConfigError,
  InvalidPostError,
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
import { groupsReply, oneConversationReply } from '../schemas.js'
import {
  CLOCK_SECONDS,
  QUERY_AGAIN_SECONDS,
  QUERY_PERIOD_SECONDS,
  SEARCH_PAUSES,
  MAX_PAGES,
} from './find-lost.js'

/** A group to open. */
interface NewGroup {
  /** DIDs of the other members, without duplicates. */
  readonly members: readonly string[]
  /** Name of the group; null to generate one. */
  readonly name: string | null
}

/** A requested group. Saved with the request, because the service has no idempotency keys. */
interface RequestedGroup {
  readonly name: string
  readonly members: readonly string[]
  readonly since: string
  /** Id of its conversation; null until a response contains it. */
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

/** Request headers and call for reading groups. */
export interface ReadContext {
  readonly headers: Readonly<Record<string, string>>
  readonly call: Call
}

/** Request headers and call for creating groups. */
export interface WriteContext extends ReadContext {
  readonly call: PublishCall
}

/** Generated name, which the service requires: `ada.bsky.social and 2 others`. Members can change it. */
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
 * True when the service refused the request, so that no group exists. False for an outage and for a lost response.
 */
function isRefusal(error: unknown): boolean {
  if (RateLimitError.is(error) || ConfigError.is(error)) return true
  if (NetworkError.is(error)) return error.delivery === 'NOT_SENT'
  if (PlatformError.is(error)) return !error.isOutage
  return SocialBaseError.is(error)
}

/** The oldest empty group with these members since the request; null without one. */
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

/** Searches several times for a group whose response was lost. Null proves nothing. */
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
 * Result for a group whose response was lost; null for a receipt of another kind. An existing group proves that the message
 * was not sent: it is sent only afterwards. An unsuccessful search proves nothing, so no second group is created.
 */
export async function findLostGroup(receipt: Receipt, context: ReadContext): Promise<Reconciled | null> {
  const read = v.safeParse(requested, receipt.data)
  if (!read.success) return null
  if ((await findGroup(read.output.group, context)) !== null) return { state: 'NOT_PUBLISHED' }
  const age = Math.abs(context.call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_PERIOD_SECONDS ? QUERY_AGAIN_SECONDS : null }
}

/**
 * Opens a group for several people, once for each key. A group of an earlier attempt is used, and one that may exist is
 * searched for. https://docs.bsky.app/docs/api/chat-bsky-group-create-group (read 2026-11-22)
 *
 * @returns Id of its conversation, which has no messages yet.
 * @throws InvalidPostError for too many people.
 */
export async function openGroup(newGroup: NewGroup, context: WriteContext): Promise<string> {
  const { members } = newGroup
  const { call } = context
  if (members.length >= MAX_GROUP_MEMBERS)
    throw new InvalidPostError(
      `A bluesky group has at most ${MAX_GROUP_MEMBERS} members, including the account. startConversation was called with ${members.length} others. Remove some.`,
      { platform: 'bluesky' },
    )
  const earlier = v.safeParse(requested, call.receipt?.data)
  const group = earlier.success ? earlier.output.group : await requestGroup(newGroup, context)
  if (group.convoId !== null) return group.convoId
  // A previous attempt may have created the group without saving its id.
  const convoId =
    (earlier.success ? await findGroup(group, context) : null) ?? (await createGroup(group, context))
  await keep({ ...group, convoId }, call)
  return convoId
}

/** Saves the group in a checkpoint before it is requested. */
async function requestGroup(
  { members, name }: NewGroup,
  { headers, call }: WriteContext,
): Promise<RequestedGroup> {
  // The response contains the time of the service, by which the group can be found later.
  const query = { kind: 'group', limit: 1 }
  await call.http.get('/xrpc/chat.bsky.convo.listConvos', groupsReply, { headers, query })
  const since = call.networkNow().toISOString()
  const group = { name: name ?? nameOf(members, call), members, since, convoId: null }
  await keep(group, call)
  return group
}

/** Creates the group, or finds the one whose response was lost. The engine saves the request, and removes it after a refusal. */
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
    // The group is visible, but the message is not sent yet.
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

import { type Call, NotFoundError } from '@social/core/platform'

import { nextMaxId, serverAccountId } from '../map/index.js'
import type { Mentionable } from '../publish/mentions.js'
import { statusPath } from '../read.js'
import {
  contextReply,
  type ConversationReply,
  conversationsReply,
  type StatusReply,
  statusReply,
} from '../schemas.js'

/**
 * Maximum conversations in one page. https://docs.joinmastodon.org/methods/conversations/ (read
 * 2026-09-24)
 */
export const MAX_PAGE_SIZE = 40

const LIST = '/api/v1/conversations'
const STATUS_MARKER = 'status:'

/**
 * Returns a temporary id for a conversation that the server does not list yet. The id contains the
 * id of the first message.
 */
export function toStatusMarker(statusId: string): string {
  return `${STATUS_MARKER}${statusId}`
}

/**
 * Returns the id of the first message from a temporary conversation id; null for the server's own
 * conversation id.
 */
export function fromStatusMarker(conversationId: string): string | null {
  return conversationId.startsWith(STATUS_MARKER) ? conversationId.slice(STATUS_MARKER.length) : null
}

/** Reads one page of conversations and the cursor of the next page. */
export async function readConversationPage(
  after: string | null,
  limit: number | null,
  { http }: Call,
): Promise<{ readonly conversations: readonly ConversationReply[]; readonly next: string | null }> {
  const query = { max_id: after, limit: limit && Math.min(limit, MAX_PAGE_SIZE) }
  const { data, headers } = await http.request('GET', LIST, conversationsReply, { query })
  return { conversations: data, next: nextMaxId(headers) }
}

/**
 * Finds a conversation by its id. Reads the pages of the list, because the API cannot return a
 * single conversation.
 */
async function findConversation(conversationId: string, call: Call): Promise<ConversationReply | null> {
  let after: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof readConversationPage>> = await readConversationPage(
      after,
      MAX_PAGE_SIZE,
      call,
    )
    const found = page.conversations.find(({ id }) => id === conversationId)
    if (found) return found
    if (page.next === null || page.next === after) return null
    after = page.next
  }
}

/** Participants and newest message of a conversation. */
export interface MessageThread {
  /** All participants except the connected account. */
  readonly people: readonly Mentionable[]
  readonly last: StatusReply | null
}

/**
 * Finds a conversation by the server's id, or by a temporary id from `toStatusMarker`.
 *
 * @returns Null when the server does not list the conversation.
 * @throws PostGoneError when the first message of a temporary id was deleted.
 */
export async function findThread(conversationId: string, call: Call): Promise<MessageThread | null> {
  const me = serverAccountId(call.connection)
  const statusId = fromStatusMarker(conversationId)
  const conversation = statusId === null ? await findConversation(conversationId, call) : null
  if (statusId === null && conversation === null) return null
  const last =
    statusId === null
      ? (conversation?.last_status ?? null)
      : await call.http.get(statusPath(statusId), statusReply)
  const everybody = conversation?.accounts ?? (last ? [last.account, ...(last.mentions ?? [])] : [])
  return { people: everybody.filter(({ id }) => id !== me), last }
}

/**
 * Finds a conversation like `findThread`, but throws when the server does not list the
 * conversation.
 */
export async function assertThread(conversationId: string, call: Call): Promise<MessageThread> {
  const thread = await findThread(conversationId, call)
  if (thread) return thread
  throw new NotFoundError(
    `mastodon lists no conversation "${conversationId}" for this account. account.readConversations() lists them.`,
    { platform: 'mastodon' },
  )
}

/** Returns the other statuses in the thread of a status. */
export async function readAround(statusId: string, { http }: Call): Promise<readonly StatusReply[]> {
  const { ancestors, descendants } = await http.get(`${statusPath(statusId)}/context`, contextReply)
  return [...ancestors, ...descendants]
}

/**
 * Returns the direct messages between the participants of a conversation. Messages in the same
 * thread that include other people are left out.
 */
export async function readThreadMessages(
  { people, last }: MessageThread,
  call: Call,
): Promise<readonly StatusReply[]> {
  if (last === null) return []
  const insiders = new Set([serverAccountId(call.connection), ...people.map(({ id }) => id)])
  const isInside = ({ id }: { readonly id: string }): boolean => insiders.has(id)
  return [last, ...(await readAround(last.id, call))].filter(
    ({ visibility, account, mentions }) =>
      visibility === 'direct' && isInside(account) && (mentions ?? []).every((person) => isInside(person)),
  )
}

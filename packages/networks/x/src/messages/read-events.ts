import { type Call, type Message, NotFoundError, type PageOptions } from '@social/core/platform'

import { MAX_PAGE_SIZE, messagesCost } from '../limits/index.js'
import { type PostContext, toContext, toMessage } from '../map/index.js'
import { messagesReply } from '../schemas.js'
import { assertScope } from '../sign-in.js'

/**
 * Requested fields of messages. https://docs.x.com/x-api/direct-messages/get-dm-events (read
 * 2026-11-22)
 */
export const EVENTS_QUERY = {
  event_types: 'MessageCreate',
  'dm_event.fields': 'id,text,event_type,dm_conversation_id,created_at,attachments',
  expansions: 'sender_id,attachments.media_keys',
  'user.fields': 'username,name,profile_image_url',
  'media.fields': 'url,preview_image_url,type',
} as const

/** One page of messages, newest first. */
export interface EventsPage {
  readonly messages: readonly Message[]
  readonly context: PostContext
  readonly next: string | null
}

/**
 * Returns the request path of a conversation.
 *
 * @throws NotFoundError for an invalid id, before any request.
 */
export function conversationPath(conversationId: string): string {
  if (/^\d{1,19}(?:-\d{1,19})?$/.test(conversationId)) return `/dm_conversations/${conversationId}`
  throw new NotFoundError(
    'An x conversation id is the ids of two people with a dash between them, or the id of a group. account.readConversations() lists them.',
    { platform: 'x' },
  )
}

/**
 * Reads a page of messages of one conversation or of all conversations.
 * https://docs.x.com/x-api/direct-messages/get-dm-events (read 2026-11-22)
 *
 * @param conversationId - Null for all conversations.
 * @param costOf - Returns the cost of a page with this number of messages.
 */
export async function readEvents(
  conversationId: string | null,
  { after, limit }: PageOptions,
  { http, connection }: Call,
  costOf: typeof messagesCost = messagesCost,
): Promise<EventsPage> {
  const path = conversationId === null ? '/dm_events' : `${conversationPath(conversationId)}/dm_events`
  assertScope(connection, 'dm.read')
  const size = Math.min(limit ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE)
  const { data, includes, meta } = await http.get(path, messagesReply, {
    query: {
      max_results: size,
      pagination_token: after,
      ...EVENTS_QUERY,
    },
    cost: costOf(size),
  })
  const context = toContext(includes, connection)
  return {
    messages: data.flatMap((message) => toMessage(message, context) ?? []),
    context,
    next: meta?.next_token ?? null,
  }
}

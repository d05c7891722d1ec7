import {
  type Call,
  type CanMessage,
  type CanStartConversations,
  checkTextLength,
  type Message,
  NotFoundError,
  PlatformError,
  type PublishCall,
  type RawData,
  readOptions,
} from '@social/core/platform'

import { MAX_PAGE_SIZE, MESSAGE_LIMITS } from '../limits.js'
import { type ChatReader, toConversation, toMessage } from '../map/index.js'
import { refusal } from '../messages.js'
import { conversationOptions, messageOptions, type Settings } from '../options.js'
import { readLinks } from '../publish/index.js'
import {
  conversationsReply,
  messageReply,
  messagesReply,
  oneConversationReply,
  type ProfileReply,
} from '../schemas.js'
import { toLostData } from './find-lost.js'
import { openGroup } from './open-group.js'

function readerOf({ connection }: Call, people: readonly ProfileReply[]): ChatReader {
  return { did: connection.accountId, accountName: connection.accountName, people }
}

/**
 * Creates the methods for private messages. A separate service stores the messages. The account's
 * server forwards the requests to this service.
 * https://docs.bsky.app/docs/api/chat-bsky-convo-list-convos (read 2026-11-21)
 */
export function messaging({ chatService }: Settings): CanMessage & CanStartConversations {
  const headers = { 'atproto-proxy': chatService }

  /**
   * Sends a message. The request is never sent again, because the service has no idempotency keys
   * and would send the message twice.
   */
  async function send(
    convoId: string,
    text: string,
    people: readonly ProfileReply[],
    call: PublishCall,
  ): Promise<Message> {
    const facets = await readLinks(text)
    const message = { text, ...(facets.length > 0 && { facets }) }
    const { raw } = await call.http.request('POST', '/xrpc/chat.bsky.convo.sendMessage', messageReply, {
      headers,
      json: { convoId, message },
      finish: { data: toLostData(convoId, text, call.networkNow()) },
    })
    return assertMessage(raw, convoId, readerOf(call, people))
  }

  return {
    async readConversations({ after, limit }, call) {
      const { convos, cursor } = await call.http.get('/xrpc/chat.bsky.convo.listConvos', conversationsReply, {
        headers,
        query: { cursor: after, limit: limit && Math.min(limit, MAX_PAGE_SIZE) },
      })
      const reader = readerOf(call, [])
      return { items: convos.map((convo) => toConversation(convo, reader)), next: cursor ?? null }
    },
    async readMessages(conversationId, { after, limit }, call) {
      const reply = await call.http.get('/xrpc/chat.bsky.convo.getMessages', messagesReply, {
        headers,
        query: { convoId: conversationId, cursor: after, limit: limit && Math.min(limit, MAX_PAGE_SIZE) },
      })
      const reader = readerOf(call, reply.relatedProfiles ?? [])
      return {
        items: reply.messages.flatMap((raw) => toMessage(raw, conversationId, reader) ?? []),
        next: reply.cursor ?? null,
      }
    },
    async sendMessage(conversationId, { text, options }, call) {
      readOptions(messageOptions, options, { platform: 'bluesky' })
      refuseTooLong(text)
      return send(conversationId, text, [], call)
    },
    async markRead(conversationId, { http }) {
      const json = { convoId: conversationId }
      await http.request('POST', '/xrpc/chat.bsky.convo.updateRead', null, { headers, json, retry: 'always' })
    },
    async startConversation(personIds, { text, options }, call) {
      const { name = null } = readOptions(conversationOptions, options, { platform: 'bluesky' })
      const [person, ...others] = assertPeople(personIds, call)
      refuseTooLong(text)
      if (others.length > 0) {
        const convoId = await openGroup({ members: [person, ...others], name }, { headers, call })
        return send(convoId, text, [], call)
      }
      if (name !== null)
        throw refusal(
          'GROUP_NAME',
          'options.name is only for a group. A bluesky conversation with one person has no name. Remove options.name, or pass more people.',
          { field: 'options', optionPath: 'name' },
        )
      const { convo } = await call.http.get(
        '/xrpc/chat.bsky.convo.getConvoForMembers',
        oneConversationReply,
        {
          headers,
          query: { members: [person] },
        },
      )
      return send(convo.id, text, convo.members, call)
    },
  }
}

function refuseTooLong(text: string): void {
  checkTextLength(text, { platform: { name: 'bluesky' }, limits: MESSAGE_LIMITS, options: {} })
}

/** Returns the DIDs of the recipients, without duplicates and without the account itself. */
function assertPeople(personIds: readonly string[], { connection }: Call): readonly [string, ...string[]] {
  const given = new Set(personIds)
  if (given.size > 1) given.delete(connection.accountId)
  const [person, ...others] = given
  if (person !== undefined && [...given].every((id) => id.startsWith('did:'))) return [person, ...others]
  throw new NotFoundError(
    'bluesky requires the DID of a person, such as did:plc:…. Pass the `id` of a person, not the handle.',
    { platform: 'bluesky' },
  )
}

function assertMessage(raw: RawData, convoId: string, reader: ChatReader): Message {
  const message = toMessage(raw, convoId, reader)
  if (message) return message
  throw new PlatformError('Bluesky returned an unreadable response. The message may have been sent.', {
    platform: 'bluesky',
    raw,
  })
}

import {
  type Call,
  type CanMessage,
  type CanStartConversations,
  type Message,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { limitsForText } from '../limits/index.js'
import { compareIds, hostOf, readerFor, serverAccountId, toConversation, toMessage } from '../map/index.js'
import { messageOptions, type Settings } from '../options.js'
import {
  checkDraft,
  mentionsFor,
  type Mentionable,
  readSent,
  sendStatus,
  type StatusDraft,
  type Target,
  toFoundMessage,
} from '../publish/index.js'
import { accountReply } from '../schemas.js'
import {
  MAX_PAGE_SIZE,
  findThread,
  fromStatusMarker,
  assertThread,
  readAround,
  readConversationPage,
  readThreadMessages,
} from './threads.js'

/** A message to send. Its recipients are not yet read. */
interface Outgoing {
  readonly operation: 'sendMessage' | 'startConversation'
  readonly text: string
  readonly options: StatusDraft['options']
  /**
   * Reads the recipients from the server. Not called if the receipt of an earlier attempt contains
   * them.
   */
  readonly findPeople: () => Promise<{
    readonly people: readonly Mentionable[]
    readonly inReplyToId: string | null
  }>
  /** Conversation of the message; null when the message starts a new conversation. */
  readonly conversationId: string | null
}

/** Sends a message. On Mastodon, a message is a direct status that mentions all recipients. */
async function send(message: Outgoing, settings: Settings, call: PublishCall): Promise<Message> {
  const { operation, text, options, conversationId } = message
  const sent = readSent(call.receipt)?.target
  const target = sent ?? (await findTarget(message, call))
  const draft: StatusDraft = { text, media: [], options, publishAt: null, target }
  if (!sent) {
    const limits = await limitsForText(`${target.mentions}${text}`, options, call, settings)
    await checkDraft(draft, limits)
  }
  const posted = await sendStatus(draft, { operation, settings, conversationId }, call)
  return toFoundMessage(posted, conversationId, call)
}

async function findTarget({ findPeople, text }: Outgoing, { connection }: Call): Promise<Target> {
  const { people, inReplyToId } = await findPeople()
  const me = { host: hostOf(connection), accountId: serverAccountId(connection) }
  return { mentions: mentionsFor(people, text, me), visibility: 'direct', inReplyToId }
}

/**
 * Marks the conversation that contains a status as read. Finds the conversation by its last
 * message. Does nothing if the server does not list the conversation.
 */
async function markThreadRead(statusId: string, call: Call): Promise<void> {
  const { conversations } = await readConversationPage(null, MAX_PAGE_SIZE, call)
  const endsIn = (ids: ReadonlySet<string>) =>
    conversations.find(({ last_status: last }) => last != null && ids.has(last.id))
  const found =
    endsIn(new Set([statusId])) ?? endsIn(new Set((await readAround(statusId, call)).map(({ id }) => id)))
  if (found) await markConversationRead(found.id, call)
}

async function markConversationRead(conversationId: string, { http }: Call): Promise<void> {
  const path = `/api/v1/conversations/${encodeURIComponent(conversationId)}/read`
  await http.request('POST', path, null, { retry: 'always' })
}

/**
 * Creates the methods for private messages, which on Mastodon are direct statuses.
 * https://docs.joinmastodon.org/methods/conversations/ (read 2026-09-24)
 */
export function messaging(settings: Settings): CanMessage & CanStartConversations {
  return {
    async readConversations({ after, limit }, call) {
      const { conversations, next } = await readConversationPage(after, limit, call)
      const reader = await readerFor(call.connection)
      return { items: conversations.map((conversation) => toConversation(conversation, reader)), next }
    },

    async readMessages(conversationId, { after, limit }, call) {
      const thread = await findThread(conversationId, call)
      const statuses = thread ? await readThreadMessages(thread, call) : []
      const reader = await readerFor(call.connection)
      const newestFirst = statuses
        .flatMap((status) => toMessage(status, conversationId, reader) ?? [])
        .toSorted(
          (left, right) => right.sentAt.getTime() - left.sentAt.getTime() || compareIds(right.id, left.id),
        )
      const older = after === null ? newestFirst : olderThan(after, newestFirst)
      return { items: older.slice(0, limit ?? undefined), next: null }
    },

    async sendMessage(conversationId, { text, options: given }, call) {
      const options = readOptions(messageOptions, given, { platform: 'mastodon' })
      const findPeople = async () => {
        const { people, last } = await assertThread(conversationId, call)
        return { people, inReplyToId: last?.id ?? null }
      }
      return send({ operation: 'sendMessage', text, options, findPeople, conversationId }, settings, call)
    },

    markRead(conversationId, call) {
      const statusId = fromStatusMarker(conversationId)
      return statusId === null ? markConversationRead(conversationId, call) : markThreadRead(statusId, call)
    },

    async startConversation(personIds, { text, options: given }, call) {
      const options = readOptions(messageOptions, given, { platform: 'mastodon' })
      const findPeople = async () => {
        const people: Mentionable[] = []
        for (const id of new Set(personIds))
          people.push(await call.http.get(`/api/v1/accounts/${encodeURIComponent(id)}`, accountReply))
        return { people, inReplyToId: null }
      }
      return send(
        { operation: 'startConversation', text, options, findPeople, conversationId: null },
        settings,
        call,
      )
    },
  }
}

/**
 * Returns the messages that are older than the cursor. The message of the cursor may be deleted.
 */
function olderThan(after: string, newestFirst: readonly Message[]): readonly Message[] {
  const index = newestFirst.findIndex(({ id }) => id === after)
  return index === -1
    ? newestFirst.filter(({ id }) => compareIds(id, after) < 0)
    : newestFirst.slice(index + 1)
}

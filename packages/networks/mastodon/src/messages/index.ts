import {
  type Call,
  type CanMessage,
  type CanStartConversations,
  type Message,
  type PublishCall,
  readOptions,
} from '@social/core/platform'
import * as v from 'valibot'

import type { LimitsBook } from '../limits/index.js'
import {
  compareIds,
  hostOf,
  readerFor,
  serverAccountId,
  toConversation,
  toMessage,
  toSentMessage,
} from '../map/index.js'
import { messageOptions, type Settings } from '../options.js'
import {
  checkDraft,
  mentionsFor,
  type Mentionable,
  readKept,
  sendStatus,
  type StatusDraft,
  type Target,
} from '../publish/index.js'
import { accountReply, sentReply } from '../schemas.js'
import {
  BIGGEST_PAGE,
  findThread,
  fromStatusMarker,
  needThread,
  readAround,
  readConversationPage,
  readThreadMessages,
  toStatusMarker,
} from './threads.js'

/** What a message is made of, before anything was looked up. */
interface Outgoing {
  readonly operation: 'sendMessage' | 'startConversation'
  readonly text: string
  readonly options: StatusDraft['options']
  /** Looks up whom it goes to; not asked when an earlier try has done so. */
  readonly findPeople: () => Promise<{
    readonly people: readonly Mentionable[]
    readonly inReplyToId: string | null
  }>
  /** The conversation it is in, once it is out. */
  readonly conversationOf: (statusId: string) => Promise<string>
}

/** A message is a direct status that mentions everybody it is for. */
async function send(message: Outgoing, tools: Tools, call: PublishCall): Promise<Message> {
  const { operation, text, options } = message
  const { connection } = call
  const sent = readKept(call.receipt).sent?.target
  const target = sent ?? (await findTarget(message, call))
  const draft: StatusDraft = { text, media: [], options, publishAt: null, target }
  if (!sent) {
    const limits = await tools.book.limitsForText(`${target.mentions}${text}`, options, call)
    await checkDraft(draft, limits)
  }
  const { data, raw } = await sendStatus(draft, { operation, settings: tools.settings }, call)
  const { id } = data
  const known = { id, raw, accountName: connection.accountName, sentAt: call.clock.now() }
  const conversationId = await message.conversationOf(id)
  const read = v.safeParse(sentReply, raw)
  return toSentMessage(
    read.success ? read.output : null,
    { ...known, conversationId },
    await readerFor(connection),
  )
}

async function findTarget({ findPeople, text }: Outgoing, { connection }: Call): Promise<Target> {
  const { people, inReplyToId } = await findPeople()
  const me = { host: hostOf(connection), accountId: serverAccountId(connection) }
  return { mentions: mentionsFor(people, text, me), visibility: 'direct', inReplyToId }
}

/** What sending needs beside the message. */
interface Tools {
  readonly settings: Settings
  readonly book: LimitsBook
}

/** The conversation of a message that is out. Whatever goes wrong here must not make it look unsent. */
async function findConversationOf(statusId: string, call: Call): Promise<string> {
  try {
    const { conversations } = await readConversationPage(null, BIGGEST_PAGE, call)
    const found = conversations.find(({ last_status: last }) => last?.id === statusId)
    return found?.id ?? toStatusMarker(statusId)
  } catch {
    call.warn('The message is sent; its conversation could not be looked up, so it is named by the message.')
    return toStatusMarker(statusId)
  }
}

/** Marks as read what belongs to a marker: the conversation whose last message is in the same thread, if listed. */
async function markThreadRead(statusId: string, call: Call): Promise<void> {
  const { conversations } = await readConversationPage(null, BIGGEST_PAGE, call)
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

/** Private messages, which on Mastodon are direct statuses. https://docs.joinmastodon.org/methods/conversations/ (read 2026-09-24) */
export function messaging(settings: Settings, book: LimitsBook): CanMessage & CanStartConversations {
  const tools = { settings, book }
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
        const { people, last } = await needThread(conversationId, call)
        return { people, inReplyToId: last?.id ?? null }
      }
      const conversationOf = () => Promise.resolve(conversationId)
      return send({ operation: 'sendMessage', text, options, findPeople, conversationOf }, tools, call)
    },

    markRead(conversationId, call) {
      const statusId = fromStatusMarker(conversationId)
      return statusId === null ? markConversationRead(conversationId, call) : markThreadRead(statusId, call)
    },

    startConversation(personIds, text, call) {
      const findPeople = async () => {
        const people: Mentionable[] = []
        for (const id of new Set(personIds))
          people.push(await call.http.get(`/api/v1/accounts/${encodeURIComponent(id)}`, accountReply))
        return { people, inReplyToId: null }
      }
      const conversationOf = (statusId: string) => findConversationOf(statusId, call)
      return send(
        { operation: 'startConversation', text, options: {}, findPeople, conversationOf },
        tools,
        call,
      )
    },
  }
}

/** What came before a message that was read already, also when that one is gone by now. */
function olderThan(after: string, newestFirst: readonly Message[]): readonly Message[] {
  const index = newestFirst.findIndex(({ id }) => id === after)
  return index === -1
    ? newestFirst.filter(({ id }) => compareIds(id, after) < 0)
    : newestFirst.slice(index + 1)
}

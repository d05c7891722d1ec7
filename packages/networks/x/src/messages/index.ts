import {
  type CanMessage,
  type CanStartConversations,
  invalidPost,
  type Message,
  measureText,
  NotFoundError,
  NotSupportedError,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { INTERACTION_COST, MAX_MESSAGE_LENGTH } from '../limits/index.js'
import { toConversations, toSentMessage } from '../map/index.js'
import { refusal } from '../messages.js'
import { messageOptions, type Settings } from '../options.js'
import { sentMessageReply } from '../schemas.js'
import { assertScope } from '../sign-in.js'
import { toSoughtMessageData } from './find-message.js'
import { conversationPath, readEvents } from './read-events.js'

/**
 * Maximum people in a new group, not counting the account itself.
 * https://docs.x.com/x-api/direct-messages/create-dm-conversation (read 2026-11-22)
 */
const MAX_PEOPLE = 49
/** Maximum bytes of a text that is stored in a receipt. A receipt holds 16 KiB. */
const MAX_KEPT_BYTES = 12_000

interface Outgoing {
  readonly path: string
  readonly body: object
  readonly text: string
  /** Conversation of the message; null if the message starts a new group. */
  readonly conversationId: string | null
}

/**
 * Checks the text of a message.
 *
 * @throws InvalidPostError for a text that is empty or too long.
 */
function checkText(text: string): void {
  if (text.trim() === '')
    throw refusal('MESSAGE_EMPTY', 'The message is empty. Enter a text.', { field: 'text' })
  const actual = measureText(text)
  const over = actual - MAX_MESSAGE_LENGTH
  if (over <= 0) return
  throw invalidPost('x', {
    field: 'text',
    code: 'TEXT_TOO_LONG',
    limit: MAX_MESSAGE_LENGTH,
    actual,
    facts: { over },
    message: `The message has ${actual} characters. x accepts at most ${MAX_MESSAGE_LENGTH}. Shorten it by ${over}.`,
  })
}

/**
 * Sends a message. The request is never sent again, because X has no idempotency keys and would
 * send the message twice.
 */
async function send({ path, body, text, conversationId }: Outgoing, call: PublishCall): Promise<Message> {
  const { connection, http } = call
  assertScope(connection, 'dm.write')
  const since = call.networkNow()
  const kept = Buffer.byteLength(text) <= MAX_KEPT_BYTES ? text : null
  const { data, raw } = await http.request('POST', path, sentMessageReply, {
    json: body,
    cost: INTERACTION_COST,
    finish: { data: toSoughtMessageData({ conversationId, text: kept, since }) },
  })
  const { dm_event_id: id, dm_conversation_id: at } = data.data
  return toSentMessage({ id, conversationId: at, text, sentAt: since, raw }, connection)
}

/** Returns the id of the conversation of two people. X puts the smaller user id first. */
function pairId(one: string, other: string): string {
  const isOrdered = one.length < other.length || (one.length === other.length && one < other)
  return isOrdered ? `${one}-${other}` : `${other}-${one}`
}

function assertPeople(personIds: readonly string[], accountId: string): readonly string[] {
  const people = [...new Set(personIds)]
  if (people.length > 0 && people.every((id) => /^\d{1,19}$/.test(id) && id !== accountId)) {
    if (people.length <= MAX_PEOPLE) return people
    throw refusal(
      'TOO_MANY_PEOPLE',
      `A new conversation has ${people.length} people. x accepts at most ${MAX_PEOPLE}. Remove some.`,
      { field: 'post', limit: MAX_PEOPLE, actual: people.length },
    )
  }
  throw new NotFoundError(
    'x requires ids of other people, with 1 to 19 digits. Pass the id of a person, not the handle or the own id.',
    { platform: 'x' },
  )
}

/**
 * Creates the methods for private messages. X does not give apps access to encrypted messages.
 * https://docs.x.com/x-api/direct-messages/introduction (read 2026-11-22)
 */
export function messaging(_settings: Settings): CanMessage & CanStartConversations {
  return {
    async readConversations(options, call) {
      const { messages, context, next } = await readEvents(null, options, call)
      return { items: toConversations(messages, context), next }
    },

    async readMessages(conversationId, options, call) {
      const { messages, next } = await readEvents(conversationId, options, call)
      return { items: messages, next }
    },

    sendMessage: async (conversationId, { text, options }, call) => {
      readOptions(messageOptions, options, { platform: 'x' })
      const path = `${conversationPath(conversationId)}/messages`
      checkText(text)
      return send({ path, body: { text }, text, conversationId }, call)
    },

    markRead: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'x',
          what: 'marking a conversation as read',
          suggestion: 'X has no request for it. A conversation is marked as read when the person opens it.',
        }),
      ),

    async startConversation(personIds, { text, options }, call) {
      readOptions(messageOptions, options, { platform: 'x' })
      const { accountId } = call.connection
      const people = assertPeople(personIds, accountId)
      checkText(text)
      const [person] = people
      if (people.length === 1 && person !== undefined)
        return send(
          {
            path: `/dm_conversations/with/${person}/messages`,
            body: { text },
            text,
            conversationId: pairId(accountId, person),
          },
          call,
        )
      const body = { conversation_type: 'Group', participant_ids: people, message: { text } }
      return send({ path: '/dm_conversations', body, text, conversationId: null }, call)
    },
  }
}

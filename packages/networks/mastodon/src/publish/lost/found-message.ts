import type { Call, Message } from '@social/core/platform'
import * as v from 'valibot'

import { readerFor, toSentMessage } from '../../map/index.js'
import { MAX_PAGE_SIZE, readConversationPage, toStatusMarker } from '../../messages/threads.js'
import { sentReply } from '../../schemas.js'
import type { FoundStatus } from './find-sent.js'

/**
 * Returns the conversation of a published message. A failure must not throw, because the caller
 * would report the message as not sent.
 */
async function findConversationOf(statusId: string, call: Call): Promise<string> {
  try {
    const { conversations } = await readConversationPage(null, MAX_PAGE_SIZE, call)
    const found = conversations.find(({ last_status: last }) => last?.id === statusId)
    return found?.id ?? toStatusMarker(statusId)
  } catch {
    call.warn(
      'The message was sent, but its conversation could not be read. The conversation id is derived from the message.',
    )
    return toStatusMarker(statusId)
  }
}

/** Converts the status of a sent message to a message. */
export async function toFoundMessage(
  { data: { id }, raw }: FoundStatus,
  conversationId: string | null,
  call: Call,
): Promise<Message> {
  const { connection, clock } = call
  const known = { id, raw, accountName: connection.accountName, sentAt: clock.now() }
  const conversation = conversationId ?? (await findConversationOf(id, call))
  const read = v.safeParse(sentReply, raw)
  return toSentMessage(
    read.success ? read.output : null,
    { ...known, conversationId: conversation },
    await readerFor(connection),
  )
}

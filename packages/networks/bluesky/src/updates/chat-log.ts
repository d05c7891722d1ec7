import {
  AuthError,
  type Call,
  makeUpdate,
  PlatformError,
  type RawData,
  SocialBaseError,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { toAttachments, toMomentOrNull, toPerson, toUnknownPerson, updateActions } from '../map/index.js'
import type { Settings } from '../options.js'
import { chatLogReply, createdMessage } from '../schemas.js'

/** Result of one request for the log of private messages. */
export interface ChatRead {
  readonly updates: readonly Update[]
  /** Cursor of the next request; null when unknown. */
  readonly cursor: string | null
  /** True if the log may already have more entries. */
  readonly more: boolean
}

const CREATED = 'chat.bsky.convo.defs#logCreateMessage'

/**
 * Converts a log entry about a received message to an update. Returns null for all other entries.
 */
function toMessageUpdate(log: RawData, { connection }: Call): Update | null {
  const read = log['$type'] === CREATED ? v.safeParse(createdMessage, log) : null
  if (!read?.success) return null
  const { convoId, message, relatedProfiles } = read.output
  const did = message.sender?.did
  const timestamp = toMomentOrNull(message.sentAt)
  if (did === undefined || did === connection.accountId || timestamp === null) return null
  const profile = relatedProfiles?.find((one) => one.did === did)
  return makeUpdate({
    id: `${connection.id}:message:${message.id}`,
    kind: 'MESSAGE_RECEIVED',
    platform: 'bluesky',
    connectionId: connection.id,
    timestamp,
    actor: profile ? toPerson(profile) : toUnknownPerson(did),
    conversationId: convoId,
    actions: updateActions({ kind: 'MESSAGE_RECEIVED', postId: null, conversationId: convoId }),
    text: message.text ?? '',
    attachments: toAttachments(message.embed),
    raw: log,
  })
}

async function readLog(cursor: string | null, { chatService }: Settings, call: Call): Promise<ChatRead> {
  const reply = await call.http.get('/xrpc/chat.bsky.convo.getLog', chatLogReply, {
    headers: { 'atproto-proxy': chatService },
    query: { cursor },
  })
  return {
    updates: reply.logs.flatMap((log) => toMessageUpdate(log, call) ?? []),
    cursor: reply.cursor ?? cursor,
    // The size of a page shows nothing, so only another request can show whether the log has more
    // entries.
    more: reply.logs.length > 0 && typeof reply.cursor === 'string' && reply.cursor !== cursor,
  }
}

/**
 * Reads the log of private messages after the cursor. Without a cursor, only finds the current end
 * of the log. An outage of the service does not block notifications, because the next poll
 * continues from the same cursor.
 * https://docs.bsky.app/docs/api/chat-bsky-convo-get-log (read 2026-11-22)
 */
export async function readChatLog(cursor: string | null, settings: Settings, call: Call): Promise<ChatRead> {
  if (!settings.messageUpdates || call.connection.extra['directMessages'] === false)
    return { updates: [], cursor, more: false }
  try {
    return await readLog(cursor, settings, call)
  } catch (error) {
    if (!SocialBaseError.is(error) || AuthError.is(error) || call.signal.aborted) throw error
    call.warn(`Private messages could not be read: ${error.message}`)
    // A refused cursor is dropped, because the service would refuse it in every poll.
    const isRefused = PlatformError.is(error) && error.statusCode === 400
    return { updates: [], cursor: isRefused ? null : cursor, more: false }
  }
}

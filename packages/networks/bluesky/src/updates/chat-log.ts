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

import { toMomentOrNull, toPerson, toUnknownPerson } from '../map/index.js'
import type { Settings } from '../options.js'
import { chatLogReply, createdMessage } from '../schemas.js'

/** Result of one read of the log of private messages. */
export interface ChatRead {
  readonly updates: readonly Update[]
  /** Cursor for the next read; null when unknown. */
  readonly cursor: string | null
  /** True if there may be more entries now. */
  readonly more: boolean
}

const CREATED = 'chat.bsky.convo.defs#logCreateMessage'

/** Converts a received message to an update; null for other entries in the log, unknown types included. */
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
    // The page size is not reliable. Only another read shows whether there is more.
    more: reply.logs.length > 0 && typeof reply.cursor === 'string' && reply.cursor !== cursor,
  }
}

/**
 * Reads the log of private messages after the cursor. Without one, only the current end of the log is read. An outage of
 * the service does not block notifications: the next read continues from the same cursor.
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
    // Resets a refused cursor: the service would refuse it in every poll.
    const isRefused = PlatformError.is(error) && error.statusCode === 400
    return { updates: [], cursor: isRefused ? null : cursor, more: false }
  }
}

import {
  type Call,
  type CanListen,
  type Connection,
  EventStreamReader,
  NotSupportedError,
  parseJson,
  type ReplyHead,
  type StreamEvent,
  type UpdateListener,
} from '@social/core/platform'
import * as v from 'valibot'

import { nameOf, readStreamAddress } from '../limits/index.js'
import { loadHtmlReader, type ReadHtml, toUpdate } from '../map/index.js'
import type { Settings } from '../options.js'
import { notificationReply } from '../schemas.js'
import { TYPES } from './read-pages.js'

/**
 * Path of the notification stream. https://docs.joinmastodon.org/methods/streaming/#notification
 * (read 2026-11-22)
 */
const PATH = '/api/v1/streaming/user/notification'

/**
 * Seconds without data after which the stream counts as broken. The server sends a comment every
 * 15 seconds, so this is three intervals.
 * https://github.com/mastodon/mastodon, streaming/index.js (read 2026-11-22)
 */
const SILENCE_SECONDS = 45

/**
 * Response statuses of servers without this stream. Other programs stream only over WebSockets, or
 * not at all.
 */
const NO_STREAM = [301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 426, 501]

function noStream(call: Call, settings: Settings, why: string): NotSupportedError {
  return new NotSupportedError({
    platform: 'mastodon',
    what: `live updates at ${nameOf(call, settings)}: ${why}`,
    suggestion: 'Poll with account.fetchUpdatesAfter. A Follower polls automatically.',
  })
}

/**
 * Emits the update of one stream event. Reports an unreadable event as missed, so that the
 * application polls for it.
 */
function notifyOf(
  { event, data }: StreamEvent,
  listener: UpdateListener,
  { connection, readHtml }: { readonly connection: Connection; readonly readHtml: ReadHtml },
): void {
  if (event === 'notifications_merged') {
    listener.missed()
    return
  }
  if (event !== 'notification') return
  const read = v.safeParse(notificationReply, jsonOf(data))
  if (!read.success) listener.missed()
  else if (TYPES.includes(read.output.type)) {
    const update = toUpdate(read.output, connection, readHtml)
    if (update !== null) listener.happened(update)
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/**
 * Streams the notifications of the account over server-sent events. Only Mastodon itself offers
 * this stream.
 *
 * @throws NotSupportedError for a server without this stream.
 */
async function listen(listener: UpdateListener, settings: Settings, call: Call): Promise<void> {
  const stream = await readStreamAddress(call, settings)
  if (stream === null) throw noStream(call, settings, 'the server reports no usable streaming URL')
  const reader = { connection: call.connection, readHtml: await loadHtmlReader() }
  const events = new EventStreamReader({
    onEvent: (event) => notifyOf(event, listener, reader),
    onTooLong: () => listener.missed(),
  })
  const { status } = await call.http.request('GET', `${stream.base}${PATH}`, null, {
    headers: { accept: 'text/event-stream' },
    retry: 'never',
    replyAs: 'bytes',
    stallSeconds: listener.silenceSeconds ?? SILENCE_SECONDS,
    accept: NO_STREAM,
    reader: {
      opened({ headers }: ReplyHead) {
        if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? ''))
          throw noStream(call, settings, 'the response is not an event stream')
        listener.opened()
      },
      take: (chunk) => events.take(chunk),
    },
  })
  if (status > 299) throw noStream(call, settings, `the server returned status ${status}`)
}

/** Creates the method that receives live updates over Mastodon's streaming API. */
export function listening(settings: Settings): CanListen {
  return { listen: (listener, call) => listen(listener, settings, call) }
}

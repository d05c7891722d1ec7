import { notificationJson } from '../inbox/notification-json.js'
import type { Notification } from '../records.js'
import type { MastodonState } from '../state.js'
import { OpenStream } from './open-stream.js'
import type { StreamFaults } from './stream-state.js'

const eventText = (event: string, payload: string): string => `event: ${event}\ndata: ${payload}\n\n`

/**
 * Opens a stream. The stream sends a comment first, and again every `keepAliveSeconds` by the
 * machine's clock. https://github.com/mastodon/mastodon, streaming/index.js (read 2026-11-22)
 */
export function openStream(
  state: MastodonState,
  who: { readonly personId: string; readonly token: string },
): OpenStream {
  const { streams, settings } = state
  const timer = setInterval(() => stream.write(':thump\n'), settings.keepAliveSeconds * 1000)
  timer.unref()
  const stream = new OpenStream(who, () => {
    clearInterval(timer)
    streams.open.delete(stream)
  })
  streams.open.add(stream)
  streams.opened += 1
  stream.write(':)\n')
  return stream
}

function sendTo(stream: OpenStream, text: string, faults: StreamFaults): void {
  stream.sentEvents += 1
  const isLast = faults.dropAfter !== null && stream.sentEvents >= faults.dropAfter
  const isHalf = isLast && faults.how === 'MID_EVENT'
  stream.write(isHalf ? text.slice(0, Math.ceil(text.length / 2)) : text.repeat(faults.repeats))
  if (isLast) stream.drop(faults.how)
}

/**
 * Sends a notification to the open streams of its recipient. Filtered notifications are not sent.
 */
export function streamNotification(state: MastodonState, notification: Notification): void {
  const { streams } = state
  const person = state.people.get(notification.personId)
  if (notification.filtered || person === undefined || streams.open.size === 0) return
  const { faults } = streams
  streams.offered += 1
  if (faults.loseEvery !== null && streams.offered % faults.loseEvery === 0) return
  const text = eventText('notification', JSON.stringify(notificationJson(state, person, notification)))
  for (const stream of streams.open) if (stream.personId === person.id) sendTo(stream, text, faults)
}

/** Sends another event to the streams of one person or of all people. */
export function streamEvent(
  state: MastodonState,
  personId: string | null,
  event: string,
  payload: string,
): void {
  for (const stream of streamsOf(state, personId)) stream.write(eventText(event, payload))
}

/** Returns the open streams of one person, or of all people if the id is null. */
export function streamsOf({ streams }: MastodonState, personId: string | null): readonly OpenStream[] {
  return [...streams.open].filter((stream) => personId === null || stream.personId === personId)
}

/** Ends the streams of a revoked token, as the real server does. */
export function endStreamsOf({ streams }: MastodonState, token: string): void {
  for (const stream of streams.open) if (stream.token === token) stream.drop('END')
}

/** Ends all streams. */
export function closeStreams({ streams }: MastodonState): void {
  for (const stream of streams.open) stream.drop('CUT')
}

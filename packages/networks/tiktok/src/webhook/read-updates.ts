import { type CanReadPushedUpdates, parseJson, PlatformError, type RawData } from '@social/core/platform'
import { safeParse } from 'valibot'

import { toMoment, toUpdate } from '../map.js'
import { pushedMessage } from '../schemas.js'
import { isSeconds, readSignature } from './signature.js'

/**
 * Parses `content`, which is a string that contains JSON. Returns `content` unchanged if it is not
 * valid JSON.
 */
function unpack(content: unknown): unknown {
  if (typeof content !== 'string') return content
  try {
    return parseJson(content)
  } catch {
    return content
  }
}

function readMessage(body: Uint8Array): RawData {
  try {
    const message = parseJson(new TextDecoder().decode(body))
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as RawData // safe cast: `message` is an object, and its properties are read by name only
  } catch (error) {
    throw new PlatformError('tiktok pushed a body that is not valid JSON.', {
      platform: 'tiktok',
      cause: error,
    })
  }
  throw new PlatformError('tiktok pushed JSON that is not an object.', { platform: 'tiktok' })
}

/** Reads a pushed message, which contains one event. */
export const readUpdates: CanReadPushedUpdates['readUpdates'] = (body, headers) => {
  const message = readMessage(body)
  const read = safeParse(pushedMessage, message)
  if (!read.success)
    throw new PlatformError('tiktok pushed a message without an event.', {
      platform: 'tiktok',
      raw: message,
    })
  const raw = { ...message, content: unpack(message['content']) }
  const { time } = readSignature(headers)
  const timestamp = toMoment(read.output.create_time) ?? toMoment(isSeconds(time) ? Number(time) : null)
  if (timestamp === null)
    throw new PlatformError('tiktok pushed a message without a valid time.', {
      platform: 'tiktok',
      raw: message,
    })
  return [toUpdate(read.output, raw, timestamp)]
}

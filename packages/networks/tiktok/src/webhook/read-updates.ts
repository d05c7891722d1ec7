import { type CanReadPushedUpdates, parseJson, PlatformError, type RawData } from '@social/core/platform'
import { safeParse } from 'valibot'

import { toMoment, toUpdate } from '../map.js'
import { pushedMessage } from '../schemas.js'
import { isSeconds, readSignature } from './signature.js'

/** JSON inside a string: unpacked where it is some, left as it is where it is none. */
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
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as RawData // an object; properties are read by name only
  } catch (error) {
    throw new PlatformError('tiktok pushed something that is no JSON.', { platform: 'tiktok', cause: error })
  }
  throw new PlatformError('tiktok pushed JSON that is no object.', { platform: 'tiktok' })
}

/** Content of a pushed message: one event. */
export const readUpdates: CanReadPushedUpdates['readUpdates'] = (body, headers) => {
  const message = readMessage(body)
  const read = safeParse(pushedMessage, message)
  if (!read.success)
    throw new PlatformError('tiktok pushed a message that names no event.', {
      platform: 'tiktok',
      raw: message,
    })
  const raw = { ...message, content: unpack(message['content']) }
  const { time } = readSignature(headers)
  const timestamp = toMoment(read.output.create_time) ?? toMoment(isSeconds(time) ? Number(time) : null)
  if (timestamp === null)
    throw new PlatformError('tiktok pushed a message that is of no moment.', {
      platform: 'tiktok',
      raw: message,
    })
  return [toUpdate(read.output, raw, timestamp)]
}

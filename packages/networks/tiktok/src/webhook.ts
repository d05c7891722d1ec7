import {
  type CanCheckSignature,
  type CanReadPushedUpdates,
  checkNotTooOld,
  matchesHmacSha256,
  parseJson,
  PlatformError,
  type PushHeaders,
  type RawData,
  readHeader,
  SignatureError,
} from '@social/core/platform'
import { safeParse } from 'valibot'

import { toMoment, toUpdate } from './map.js'
import type { Settings } from './options.js'
import { pushedMessage } from './schemas.js'

/** `t=<Unix seconds>,s=<hex>`. https://developers.tiktok.com/doc/webhooks-verification (copy of October 2026) */
const HEADER = 'tiktok-signature'

/** The two parts of the header; what is missing is ''. */
function readSignature(headers: PushHeaders): { readonly time: string; readonly digest: string } {
  const parts = new Map(
    (readHeader(headers, HEADER) ?? '').split(',').map((part): [string, string] => {
      const at = part.indexOf('=')
      return at === -1 ? ['', ''] : [part.slice(0, at).trimStart(), part.slice(at + 1).trimEnd()]
    }),
  )
  return { time: parts.get('t') ?? '', digest: parts.get('s') ?? '' }
}

const isSeconds = (time: string): boolean => /^\d{1,12}$/.test(time)

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
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as RawData // an object, read by name only
  } catch (error) {
    throw new PlatformError('tiktok pushed something that is no JSON.', { platform: 'tiktok', cause: error })
  }
  throw new PlatformError('tiktok pushed JSON that is no object.', { platform: 'tiktok' })
}

/** Pushed messages: one event each, signed with the app's client secret over `<time>.<body>`. */
export function pushing({ allowedAgeSeconds }: Settings): CanCheckSignature & CanReadPushedUpdates {
  return {
    checkSignature(body, headers, { secret, clock }) {
      const { time, digest } = readSignature(headers)
      const isProven = matchesHmacSha256([`${time}.`, body], { secret, digest })
      if (!isProven || !isSeconds(time))
        throw new SignatureError(
          'The signature of the webhook request does not fit. Compare the secret with the one the network shows, and pass the exact bytes of the body.',
        )
      checkNotTooOld(Number(time), { clock, allowedAgeSeconds })
    },
    readUpdates(body, headers) {
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
    },
  }
}

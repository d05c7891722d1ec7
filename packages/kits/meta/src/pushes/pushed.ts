import {
  answerHubChallenge,
  type CanAnswerSetupCheck,
  type CanCheckSignature,
  parseJson,
  PlatformError,
  type RawData,
  verifyHmacSha256,
} from '@social/core/platform'

import { toGraphMoment } from '../moments.js'

/** One change of an account in a webhook body. */
export interface PushedChange {
  readonly type: 'CHANGE'
  /** `page`, `instagram` or `threads`. Empty if the body contains no object type. */
  readonly object: string
  /** Id of the account that changed, from `entry.id`. Empty if the body contains no id. */
  readonly accountId: string
  /** Time from `entry.time`. Null if the time cannot be read. */
  readonly time: Date | null
  readonly field: string
  /** Content of the change. */
  readonly value: RawData
  /** The entry that contains the change. For the format of Threads, the whole body. */
  readonly envelope: RawData
}

/** One event of a conversation in a webhook body. */
export interface PushedMessage {
  readonly type: 'MESSAGE'
  readonly object: string
  readonly accountId: string
  readonly time: Date | null
  /** True if another app controls the conversation. */
  readonly isStandby: boolean
  /** The element of `messaging` or `standby` that contains the event. */
  readonly value: RawData
  readonly envelope: RawData
}

/** One change or one conversation event in a webhook body. */
export type Pushed = PushedChange | PushedMessage

/**
 * Creates the webhook signature check and the setup check of all Meta networks. The signature
 * header is `X-Hub-Signature-256`, and covers the exact bytes of the body. The setup check returns
 * `hub.challenge`.
 */
export function verifyingWebhooks(): CanCheckSignature & CanAnswerSetupCheck {
  return {
    checkSignature: (body, headers, { secret }) => verifyHmacSha256(body, headers, { secret }),
    answerSetupCheck: (params, { verifyToken }) => answerHubChallenge(params, { verifyToken }),
  }
}

/**
 * Reads all changes and conversation events in a webhook body. Supported formats:
 * `entry[].changes[]`, `entry[].messaging[]` and `standby[]`, a change directly in its entry, a
 * list of such bodies, and the format of Threads (`values: { value, field }`).
 *
 * @param platform - Registered name of the network, for the error message.
 * @throws PlatformError for a body that is not JSON, and for JSON that is neither an object nor a
 * list.
 */
export function readPushed(platform: string, body: Uint8Array): readonly Pushed[] {
  const parsed = parse(platform, body)
  const messages = Array.isArray(parsed) ? parsed : [parsed]
  return messages.flatMap((message) => {
    const whole = asObject(message)
    return whole === null ? [] : 'values' in whole ? ofThreads(whole) : ofEntries(whole)
  })
}

function parse(platform: string, body: Uint8Array): unknown {
  let parsed: unknown
  try {
    parsed = parseJson(new TextDecoder().decode(body))
  } catch (error) {
    throw new PlatformError(`${platform} pushed a body that is not JSON.`, { platform, cause: error })
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed
  throw new PlatformError(`${platform} pushed JSON that is neither an object nor a list.`, { platform })
}

function asObject(value: unknown): RawData | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as RawData // safe cast: the value is an object, and its properties are unknown values
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/**
 * Reads a webhook body of Threads, which contains its changes in `values`.
 * https://developers.facebook.com/documentation/threads/webhooks (copy of June 2026)
 */
function ofThreads(whole: RawData): readonly PushedChange[] {
  const values = Array.isArray(whole['values']) ? whole['values'] : [whole['values']]
  return values.flatMap((one) => {
    const change = asObject(one)
    if (change === null) return []
    return [
      {
        type: 'CHANGE' as const,
        object: textOf(whole['topic']),
        accountId: textOf(whole['target_id']),
        time: toGraphMoment(whole['time']),
        field: textOf(change['field']),
        value: asObject(change['value']) ?? {},
        envelope: whole,
      },
    ]
  })
}

/**
 * Reads a webhook body with a list of entries, the format of Facebook and Instagram.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-22)
 */
function ofEntries(whole: RawData): readonly Pushed[] {
  const object = textOf(whole['object'])
  return listOf(whole['entry']).flatMap((one) => {
    const entry = asObject(one)
    if (entry === null) return []
    const common = {
      object,
      accountId: textOf(entry['id']),
      time: toGraphMoment(entry['time']),
      envelope: entry,
    }
    // Some examples in Instagram's documentation contain the change directly in the entry, without
    // `changes`.
    const given = 'field' in entry ? [entry] : listOf(entry['changes'])
    const changes = given.flatMap((change): readonly PushedChange[] => {
      const { field, value } = asObject(change) ?? {}
      if (typeof field !== 'string') return []
      return [{ ...common, type: 'CHANGE', field, value: asObject(value) ?? {} }]
    })
    return [...changes, ...eventsOf(entry, common)]
  })
}

function eventsOf(
  entry: RawData,
  common: Omit<PushedMessage, 'type' | 'value' | 'isStandby'>,
): readonly PushedMessage[] {
  return (['messaging', 'standby'] as const).flatMap((name) =>
    listOf(entry[name]).flatMap((element): readonly PushedMessage[] => {
      const value = asObject(element)
      if (value === null) return []
      return [{ ...common, type: 'MESSAGE', isStandby: name === 'standby', value }]
    }),
  )
}

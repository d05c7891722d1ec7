import { type CanStartUpdates, ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { idPath } from './addresses.js'

const successReply = v.object({ success: v.literal(true) })

/** Webhook fields of a network. A field is a kind of event, such as `feed`. */
export interface PushedFields {
  /** Registered name of the network, such as `facebook`. */
  readonly platform: string
  /** All fields to which an account can subscribe. */
  readonly fields: readonly string[]
  /** Fields to which an account subscribes by default. */
  readonly default: readonly string[]
}

function readFields(
  kinds: readonly string[] | null,
  { platform, fields, default: defaultFields }: PushedFields,
): string {
  const wanted = kinds ?? defaultFields
  const unknown = wanted.find((field) => !fields.includes(field))
  if (wanted.length > 0 && unknown === undefined) return wanted.join(',')
  throw new ConfigError(
    `${platform} does not push ${JSON.stringify((unknown ?? '').slice(0, 80))}. startUpdates({ kinds }) takes some of: ${fields.join(', ')}. To stop pushing, call stopUpdates.`,
    { platform },
  )
}

/**
 * Creates the member of a platform that subscribes an account to webhooks, and ends the
 * subscription. The app itself must also subscribe to the fields in the app dashboard.
 * https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-22)
 */
export function subscribing(pushed: PushedFields): CanStartUpdates {
  return {
    async startUpdates({ kinds }, { http, connection }) {
      const form = { subscribed_fields: readFields(kinds, pushed) }
      const path = idPath(connection.accountId, 'subscribed_apps')
      await http.post(path, successReply, { form, retry: 'always' })
    },

    async stopUpdates({ http, connection }) {
      const path = idPath(connection.accountId, 'subscribed_apps')
      await http.delete(path, successReply, { retry: 'always' })
    },
  }
}

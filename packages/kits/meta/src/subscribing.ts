import { type CanStartUpdates, ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { idPath } from './addresses.js'

const successReply = v.object({ success: v.literal(true) })

/** What a network pushes of an account that the app is subscribed to. */
export interface PushedFields {
  /** Registered name of the network. */
  readonly platform: string
  /** Every field that an account can be subscribed to. */
  readonly fields: readonly string[]
  /** Those that are taken where the application names none. */
  readonly usual: readonly string[]
}

function readFields(kinds: readonly string[] | null, { platform, fields, usual }: PushedFields): string {
  const wanted = kinds ?? usual
  const unknown = wanted.find((field) => !fields.includes(field))
  if (wanted.length > 0 && unknown === undefined) return wanted.join(',')
  throw new ConfigError(
    `${platform} pushes no ${JSON.stringify((unknown ?? '').slice(0, 80))}. startUpdates({ kinds }) takes some of: ${fields.join(', ')}. To stop pushing, call stopUpdates.`,
    { platform },
  )
}

/**
 * Subscribes the app to an account, and ends that. A field is pushed once the app is subscribed to it in the dashboard
 * too. https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-22)
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

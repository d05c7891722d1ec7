import type {
  CanAddRoutes,
  CanAnswerSetupCheck,
  CanCheckSignature,
  CanReadPushedUpdates,
  Update,
} from '@social/core/platform'

import { type PersonRoutesOptions, personRoutes } from './person-routes.js'
import { type PushedChange, type PushedMessage, readPushed, verifyingWebhooks } from './pushes/pushed.js'

/**
 * Webhook members of a Meta network: signature check, setup check, updates, and routes for actions
 * of people on the app itself.
 */
export type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanAddRoutes

/** Options of `pushingFor`. */
export interface PushingOptions extends PersonRoutesOptions {
  toChangeUpdate(change: PushedChange, now: Date): Update
  /**
   * Converts a pushed message to an update. Omitted if the network has no messages, so that
   * messages are ignored.
   */
  readonly toMessageUpdate?: ((message: PushedMessage, now: Date) => Update) | undefined
}

/**
 * Creates the webhook members of a network. A webhook body is signed with the app secret, and may
 * contain any number of changes and messages.
 */
export function pushingFor(options: PushingOptions): Pushing {
  const { toMessageUpdate, ...people } = options
  return {
    ...verifyingWebhooks(),
    ...personRoutes(people),
    readUpdates: (body, _headers, now) =>
      readPushed(options.platform, body).flatMap((one) => {
        if (one.type === 'CHANGE') return [options.toChangeUpdate(one, now)]
        return toMessageUpdate === undefined ? [] : [toMessageUpdate(one, now)]
      }),
  }
}

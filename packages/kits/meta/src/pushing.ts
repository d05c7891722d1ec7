import type {
  CanAddRoutes,
  CanAnswerSetupCheck,
  CanCheckSignature,
  CanReadPushedUpdates,
  Update,
} from '@social/core/platform'

import { type PersonRoutesOptions, personRoutes } from './person-routes.js'
import { type PushedChange, type PushedMessage, readPushed, verifyingWebhooks } from './pushes/pushed.js'

/** Webhooks of a Meta network: signature and setup check, updates, and actions of people on the app itself. */
export type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanAddRoutes

/** Webhook rules of one network. */
export interface PushingOptions extends PersonRoutesOptions {
  toChangeUpdate(change: PushedChange, now: Date): Update
  /** Absent if the network has no messages. Pushed messages are then ignored. */
  readonly toMessageUpdate?: ((message: PushedMessage, now: Date) => Update) | undefined
}

/**
 * Creates the webhooks of a network: signed with the app secret, with any number of changes and messages per body.
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

import type {
  CanAddRoutes,
  CanAnswerSetupCheck,
  CanCheckSignature,
  CanReadPushedUpdates,
  Update,
} from '@social/core/platform'

import { type PersonRoutesOptions, personRoutes } from './person-routes.js'
import { type PushedChange, type PushedMessage, readPushed, verifyingWebhooks } from './pushes/pushed.js'

/** What every network of Meta pushes: proof and setup check, updates, and what people do about the app itself. */
export type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanAddRoutes

/** What is special about the pushes of one network. */
export interface PushingOptions extends PersonRoutesOptions {
  toChangeUpdate(change: PushedChange, now: Date): Update
  /** Left out where the network has no messages: one that comes all the same is passed over. */
  readonly toMessageUpdate?: ((message: PushedMessage, now: Date) => Update) | undefined
}

/** Makes what a network receives: signed with the app's secret, each body with any number of changes and messages. */
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
